import type { RawBuilder } from 'kysely';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import { type NewKey, toStoredRefusal } from '../../http/idempotency/idempotency.repo.ts';
import type { PaymentRequest } from '../../providers/payments/payments.ts';
import type { OrderDeps } from '../order-deps.ts';
import { closeOrdersSql } from '../pay/apply-payment-update.ts';
import { makeChecksDueSql } from '../pay/check-times.repo.ts';
import type { Decision, Obstacle } from './evaluate-requests.ts';
import { insertOrdersSql, type NewOrder, type OrderNumber, totalPaiseOf } from './insert-orders.repo.ts';
import { renewTermsSql } from './live-order.repo.ts';
import {
  firstAttemptOf,
  freeSession,
  newProviderOrderId,
  noProvider,
  type OrderResponse,
  orderProgress,
  type PlacedOrder,
  toOrderResponse,
} from './payment-session.ts';
import { sumSeats } from './quote.ts';

/** The order of a `POST /orders/create` call: a new one, or the one that the student already had. */
export type Placement = {
  kind: 'placed';
  placed: PlacedOrder;
  /** The request to the provider to open the payment session; null if an earlier call has placed the order. */
  payment: PaymentRequest | null;
  /**
   * The response of the `POST /orders/create` call if the payment session is already open, otherwise null. It is stored
   * under the call's idempotency key.
   */
  response: OrderResponse | null;
};

/** The result of a request to place an order: the order, or the reason why the request was deferred. */
export type PlacementResult = Placement | { kind: Obstacle };

type Insert = Extract<Decision, { kind: 'insert' }>;
type Return = Extract<Decision, { kind: 'return' }>;

/** An order to insert, and the result that its `POST /orders/create` call returns after the commit. */
type Inserted = { newOrder: NewOrder; result: Placement };

const after = ({ drawn_at }: OrderNumber, seconds: number) => new Date(drawn_at.getTime() + seconds * 1000);

function toPaymentRequest({ buyer, request, lines, times }: Insert, number: OrderNumber): PaymentRequest {
  const { id } = number;
  const { attemptId } = firstAttemptOf(id);
  const orderId = newProviderOrderId(attemptId);
  const name = `${buyer.first_name} ${buyer.last_name}`;
  return {
    orderId,
    amountPaise: totalPaiseOf(lines),
    expiresAt: after(number, times.session),
    customer: { id: request.studentId, name, email: buyer.email, phone: buyer.mobile },
    idempotencyKey: orderId,
    returnUrl: request.returnUrlOf(attemptId),
  };
}

/**
 * Creates the orders to insert, each with the response to its `POST /orders/create` call. The response is known now for
 * a free order, and for an order whose provider stores its payment sessions in our own database: `openSessionsSql`
 * opens them in the same transaction. Otherwise the response is null, because the provider is called only after the
 * commit.
 */
function toNewOrders(deps: OrderDeps, inserts: readonly Insert[], drawn: readonly OrderNumber[]) {
  const numbered = inserts.map((decision, index) => {
    const number = drawn[index];
    if (!number) throw new Error('too few order numbers were drawn');
    return { decision, number, payment: toPaymentRequest(decision, number) };
  });
  const paid = numbered.filter(({ payment }) => payment.amountPaise > 0);
  const own = paid.length > 0 ? deps.payments.openOwn?.(paid.map(({ payment }) => payment)) : undefined;
  const inserted = numbered.map((one): Inserted => {
    const { decision, number, payment } = one;
    const isFree = payment.amountPaise === 0;
    const heldUntil = after(number, decision.times.hold).toISOString();
    const placed = { ...firstAttemptOf(number.id), ...(isFree ? {} : { heldUntil }) };
    const session = own?.sessions[paid.indexOf(one)] ?? null;
    const openSession = isFree ? freeSession(payment.returnUrl) : session;
    const response = openSession && toOrderResponse(placed, openSession);
    const { studentId, addressHash, callKey } = decision.request;
    const { lines, demand, times } = decision;
    const provider = isFree ? noProvider : deps.payments.name;
    return {
      newOrder: {
        ...{ id: number.id, providerOrderId: payment.orderId, studentId, times, addressHash, placed },
        ...{ lines, demand, callKey, provider, session, response },
      },
      result: { kind: 'placed', placed, payment, response },
    };
  });
  return { inserted, openSessionsSql: own?.statement };
}

/** The result of a request that orders the same cart again: the student's order that awaits payment. */
function toReturned({ live }: Return): Placement {
  const heldUntil = live.heldUntil?.toISOString();
  const placed = { orderId: live.id, attemptId: live.attemptId, ...(heldUntil ? { heldUntil } : {}) };
  const response = live.session && toOrderResponse(placed, live.session);
  return { kind: 'placed', placed, payment: null, response };
}

/** The idempotency key to insert for a request that places no new order; null if none has to be inserted. */
function toNewKey({ callKey: call }: Decision['request'], outcome: Outcome<PlacementResult>): NewKey | null {
  if (!call) return null;
  if ('error' in outcome) {
    const refusal = toStoredRefusal(call, outcome.error);
    return refusal && { call, ...refusal };
  }
  const { result } = outcome;
  if (result.kind !== 'placed') return null;
  const { response, placed } = result;
  return response ? { call, status: 200, body: response } : { call, status: null, body: orderProgress(placed) };
}

/** SQL that ends the unpaid orders that students replace by new ones, and releases their seats. */
function replaceSql(deps: OrderDeps, inserts: readonly Insert[]): RawBuilder<unknown>[] {
  const ids = inserts.flatMap(({ live }) => live?.id ?? []);
  if (ids.length === 0) return [];
  return [
    deps.seats.releaseSql(ids),
    closeOrdersSql(ids, 'replaced', 'the cart was ordered anew'),
    // After the commit, the payment poller (a background job) ends the replaced orders at the provider too.
    makeChecksDueSql(ids),
  ];
}

/**
 * SQL by which new orders take over the seats that waiting lists have offered to their students: `release` frees the
 * offered seats before the orders take seats, and `accept` stores which order accepted each offer.
 */
function takeOverOffersSql(deps: OrderDeps, inserts: readonly Insert[], newOrders: readonly NewOrder[]) {
  const accepted = inserts.flatMap(({ offers }, index) => {
    const orderId = newOrders[index]?.id;
    return orderId === undefined ? [] : offers.map(({ entry_id }) => ({ entryId: entry_id, orderId }));
  });
  if (accepted.length === 0) return { release: [], accept: [] };
  const entryIds = accepted.map(({ entryId }) => entryId);
  return { release: [deps.seats.withdrawSql(entryIds)], accept: [deps.seats.acceptSql(accepted)] };
}

/**
 * The SQL statements of the transaction that places orders, and the outcomes of the requests. The outcomes are valid
 * only after the commit.
 */
export type OrderWrites = {
  statements: RawBuilder<unknown>[];
  /** The idempotency keys to insert for requests that place no new order. */
  newKeys: NewKey[];
  /** New orders that cost nothing. They are completed in the transaction that places them. */
  freeOrders: NewOrder[];
  outcomes: Outcome<PlacementResult>[];
};

/**
 * Turns the decisions about requests to place an order into SQL statements. `drawn`: order numbers for the new orders;
 * there may be more than are needed.
 */
export function toWrites(
  deps: OrderDeps,
  decisions: readonly Decision[],
  { termsVersion, drawn }: { termsVersion: string; drawn: readonly OrderNumber[] },
): OrderWrites {
  const inserts = decisions.filter((decision) => decision.kind === 'insert');
  const returned = decisions.filter((decision) => decision.kind === 'return');
  const { inserted, openSessionsSql } = toNewOrders(deps, inserts, drawn);
  const newOrders = inserted.map(({ newOrder }) => newOrder);
  const offers = takeOverOffersSql(deps, inserts, newOrders);
  const statements = [...replaceSql(deps, inserts), ...offers.release];
  if (newOrders.length > 0) {
    const takeSeatsSql = deps.seats.takeSql(sumSeats(newOrders.flatMap(({ demand }) => demand)));
    const ctes = openSessionsSql ? [takeSeatsSql, openSessionsSql] : [takeSeatsSql];
    statements.push(insertOrdersSql(newOrders, { termsVersion, ctes }), ...offers.accept);
  }
  if (returned.length > 0)
    statements.push(
      renewTermsSql(
        returned.map(({ live }) => live.id),
        termsVersion,
      ),
    );
  const outcomes = decisions.map((decision): Outcome<PlacementResult> => {
    if (decision.kind === 'refuse') return { error: decision.error };
    if (decision.kind === 'defer') return { result: { kind: decision.obstacle } };
    if (decision.kind === 'return') return { result: toReturned(decision) };
    const result = inserted[inserts.indexOf(decision)]?.result;
    return result ? { result } : { error: new Error('a request got no order') };
  });
  const newKeys = decisions.map(({ kind, request }, index) => {
    const outcome = outcomes[index];
    return kind === 'insert' || !outcome ? null : toNewKey(request, outcome);
  });
  return {
    statements,
    newKeys: newKeys.filter((key) => key !== null),
    freeOrders: newOrders.filter(({ provider }) => provider === noProvider),
    outcomes,
  };
}

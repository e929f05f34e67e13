import { type RawBuilder, sql } from 'kysely';
import type { BookingSettings } from '../../../contract/booking.ts';
import { createOrder as endpoint } from '../../../contract/orders.ts';
import type { OpenBatch, SeatDemand } from '../../db/available-seats.ts';
import type { Outcome } from '../../db/transactions/batch-queue.ts';
import type { PipelinedTransaction } from '../../db/transactions/pipelined-transaction.ts';
import { today } from '../../http/clock.ts';
import type { PaymentRequest } from '../../providers/payments/payments.ts';
import type { OrderDeps, OrderLine } from '../order-deps.ts';
import {
  applyRule,
  buyerObstacle,
  type EvaluatedRequest,
  evaluateRequests,
  type OrderRequest,
  type PlacementOptions,
  type PlacementResult,
} from './evaluate-requests.ts';
import {
  drawOrderNumbersSql,
  insertOrdersSql,
  type NewOrder,
  type OrderNumber,
  totalPaiseOf,
} from './insert-orders.repo.ts';
import { type Buyer, lockBuyersSql } from './lock-buyers.repo.ts';
import { storeRefusalsSql } from './order-key.repo.ts';
import { toOrderResponse } from './payment-session.ts';
import { sumSeats } from './quote.ts';
import { firstStart, SeatPlan } from './seat-plan.ts';

/** Everything that is needed to place the orders, read in one round trip. `drawn` has one order number per request. */
type StoredFacts = {
  settings: BookingSettings | null;
  buyers: Map<string, Buyer>;
  carts: Map<string, OrderLine[]>;
  open: readonly OpenBatch[];
  drawn: readonly OrderNumber[];
};

function lockRequestersSql(deps: OrderDeps, requests: readonly OrderRequest[], options: PlacementOptions) {
  return lockBuyersSql(requests, { endpoint: endpoint.name, provider: deps.payments.name, ...options });
}

const byStudent = (buyers: readonly Buyer[]) => new Map(buyers.map((buyer) => [buyer.student_id, buyer]));

/**
 * Locks the students, then the batches in their carts, each in id order. Separate statements
 * read the carts and batches after the locks are taken, so that they see, for example, that a payment has just removed items
 * from a cart.
 */
async function lockAndRead(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  requests: readonly OrderRequest[],
  options: PlacementOptions,
): Promise<StoredFacts> {
  const studentIds = requests.map((request) => request.studentId);
  const carts = deps.queries.carts(studentIds);
  const { settings } = deps.queries;
  const batchIds = sql`array(select batch_id from cart_batches where student_id = any(${studentIds}::uuid[]))`;
  const [buyers, cartRows, open, settingRows, drawn] = await pipelined.run([
    lockRequestersSql(deps, requests, options),
    carts.statement,
    deps.seats.openSql(batchIds, firstStart(deps.clock), options.waitForLocks),
    settings.statement,
    drawOrderNumbersSql(requests.length, today(deps.clock).slice(0, 4)),
  ]);
  return {
    settings: settings.read(settingRows),
    buyers: byStudent(buyers),
    carts: carts.read(cartRows),
    open,
    drawn,
  };
}

/**
 * Checks the refused requests again. The first statement may have waited for a student's lock and still seen the student as
 * before, so an order that another process placed meanwhile was missed. Such a request gets that order, not a refusal.
 */
async function recheckRefused(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  evaluated: readonly EvaluatedRequest[],
  options: PlacementOptions,
): Promise<void> {
  const refused = evaluated.filter(({ outcome, buyer }) => buyer && outcome && 'error' in outcome);
  if (refused.length === 0) return;
  const requests = refused.map(({ request }) => request);
  const [rows] = await pipelined.run([lockRequestersSql(deps, requests, options)]);
  const buyers = byStudent(rows);
  for (const one of refused) {
    const buyer = buyers.get(one.request.studentId);
    const kind = buyer && buyerObstacle(buyer, one.request, options.isRetry);
    if (kind) one.outcome = { result: { kind } };
  }
}

function toPaymentRequest(
  { buyer, request, lines }: EvaluatedRequest,
  { id, expires_at }: OrderNumber,
): PaymentRequest {
  const attemptId = `${id}-1`;
  const name = `${buyer?.first_name} ${buyer?.last_name}`;
  const customer = { id: request.studentId, name, email: buyer?.email ?? null, phone: buyer?.mobile ?? null };
  const money = { amountPaise: totalPaiseOf(lines), expiresAt: expires_at };
  return {
    orderId: attemptId,
    ...money,
    customer,
    idempotencyKey: attemptId,
    returnUrl: request.returnUrlOf(attemptId),
  };
}

/**
 * Sets each request's outcome to `placed` and returns the statement that inserts the orders. If the provider stores its
 * sessions in our database, the statement also opens the sessions and stores the responses; otherwise the caller opens the
 * sessions after the commit, because no provider is called inside a transaction.
 */
function placeSql(
  deps: OrderDeps,
  placeable: readonly EvaluatedRequest[],
  demands: ReadonlyMap<EvaluatedRequest, readonly SeatDemand[]>,
  { drawn, settings }: StoredFacts,
): RawBuilder<unknown> {
  const { payments, seats } = deps;
  const numbered = placeable.map((evaluated, index) => {
    const number = drawn[index];
    if (!number) throw new Error('too few order numbers were drawn');
    return { evaluated, number, payment: toPaymentRequest(evaluated, number) };
  });
  const own = payments.openOwn?.(numbered.map(({ payment }) => payment));
  const orders = numbered.map(({ evaluated, number, payment }, index): NewOrder => {
    const placed = { orderId: number.id, attemptId: payment.orderId, isFree: false };
    const session = own?.sessions[index];
    const response = session ? toOrderResponse(placed, session) : null;
    evaluated.outcome = { result: { kind: 'placed', placed, request: payment, response } };
    const { studentId, callKey } = evaluated.request;
    const opened = session && response ? { session, response } : null;
    return { ...number, studentId, lines: evaluated.lines, demand: demands.get(evaluated) ?? [], callKey, opened };
  });
  const takeSeats = seats.takeSql(sumSeats(orders.flatMap(({ demand }) => demand)));
  return insertOrdersSql(orders, {
    termsVersion: settings?.terms_version ?? '',
    provider: payments.name,
    ctes: [takeSeats, ...(own ? [own.statement] : [])],
  });
}

/**
 * Places the orders of several students in one transaction, by the same rules as `placeSingleOrder`. A refused request
 * takes no seats and does not affect the others. The requests must be of different students.
 * @returns the outcomes in the order of the requests
 */
export async function placeConcurrentOrders(
  pipelined: PipelinedTransaction,
  deps: OrderDeps,
  requests: readonly OrderRequest[],
  options: PlacementOptions,
): Promise<Outcome<PlacementResult>[]> {
  const facts = await lockAndRead(pipelined, deps, requests, options);
  const evaluated = evaluateRequests(requests, facts, options);
  // Seats go to the requests in their order.
  const plan = new SeatPlan(facts.open);
  const demands = new Map<EvaluatedRequest, readonly SeatDemand[]>();
  for (const one of evaluated)
    applyRule(one, () => {
      demands.set(one, plan.assign(one.lines));
      return null;
    });
  await recheckRefused(pipelined, deps, evaluated, options);
  const placeable = evaluated.filter((one) => !one.outcome);
  const writes = placeable.length > 0 ? [placeSql(deps, placeable, demands, facts)] : [];
  const refusals = storeRefusalsSql(
    evaluated.map(({ request, outcome }) => ({
      callKey: request.callKey,
      error: outcome && 'error' in outcome ? outcome.error : null,
    })),
  );
  await pipelined.commit([...writes, ...(refusals ? [refusals] : [])]);
  return evaluated.map(({ outcome }) => outcome ?? { error: new Error('a request got no outcome') });
}

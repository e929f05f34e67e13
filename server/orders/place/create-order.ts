import type { Received } from '../../../contract/endpoint.ts';
import type { createOrder as endpoint } from '../../../contract/orders.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { CallKey, StoredResponse } from '../../http/idempotency/idempotency.repo.ts';
import { claimKey } from '../../http/idempotency/idempotency.repo.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PaymentSession } from '../../providers/payments/payments.ts';
import type { OrderDeps } from '../order-deps.ts';
import { settleOpenAttempts } from '../pay/settle-attempts.ts';
import { findEarlierCall, replayResponse } from './earlier-call.ts';
import { storeProgress, storeRefusal } from './order-key.repo.ts';
import type { OrderRoutesDeps } from './order-queue.ts';
import {
  type AttemptRequest,
  type OrderResponse,
  openPayment,
  readAttempt,
  toOrderResponse,
} from './payment-session.ts';
import { type PlacedOrder, placeSingleOrder } from './place-single-order.ts';

type OrderCall = Received<typeof endpoint> & {
  subject: { studentId: string };
  origin: string;
  callKey: CallKey | null;
};

/** A placed order. `request`: its request to the provider, if known. `response`: the response, if it is already stored. */
type PlacementOutcome = PlacedOrder & { request?: AttemptRequest; response?: OrderResponse | null };

/** Places the order in a transaction of its own, which may also replace, return or complete an order. */
async function placeSingly(deps: OrderDeps, call: OrderCall): Promise<PlacementOutcome | StoredResponse> {
  const { callKey } = call;
  let tries = 0;
  const work = inTransaction(
    deps.db,
    async (tx) => {
      tries += 1;
      const stored = callKey ? await claimKey(tx, callKey) : null;
      if (stored) return stored;
      const placed = await placeSingleOrder(tx, deps, call.subject.studentId, call.body ?? {});
      if (callKey) await storeProgress(tx, callKey, { placed, isAbandoned: false });
      return placed;
    },
    // With a key, repeating is safe: if the first try was committed, the repeat finds its order under the key.
    { isRepeatable: callKey !== null },
  );
  return work.catch(async (error: unknown) => {
    const isDuplicate = error instanceof Refusal && error.code === 'IN_PROGRESS';
    const isKeyUsed = isDuplicate || !(await storeRefusal(deps.db, callKey, error));
    const earlier = isKeyUsed && callKey ? await findEarlierCall(deps.db, callKey, isDuplicate && tries > 1) : null;
    if (earlier) return earlier;
    throw error;
  });
}

/** Places the order, if possible in one transaction with other calls, or returns the result of an earlier call with the key. */
async function place(
  deps: OrderRoutesDeps,
  call: OrderCall,
  returnUrlOf: (attemptId: string) => string,
  isSettled = false,
): Promise<PlacementOutcome | StoredResponse> {
  const { callKey, subject } = call;
  const { studentId } = subject;
  const result = await deps.queue.place({ studentId, callKey, shown: call.body ?? {}, isSettled, returnUrlOf });
  if (result.kind === 'placed') return { ...result.placed, request: result.request, response: result.response };
  if (result.kind === 'unsettled') {
    await settleOpenAttempts(deps, studentId);
    return place(deps, call, returnUrlOf, true);
  }
  if (result.kind === 'placeSingly' || !callKey) return placeSingly(deps, call);
  const earlier = await findEarlierCall(deps.db, callKey, result.kind === 'commitUnknown');
  return earlier ?? place(deps, call, returnUrlOf, isSettled);
}

type OpenedSession = { session: PaymentSession; isNew: boolean };

async function openSession(deps: OrderDeps, outcome: PlacementOutcome, returnUrl: string): Promise<OpenedSession> {
  if (outcome.isFree) return { session: { sessionId: '', checkoutUrl: returnUrl }, isNew: false };
  const stored = outcome.request ? { request: outcome.request } : await readAttempt(deps.db, outcome.attemptId);
  if ('session' in stored) return { session: stored.session, isNew: false };
  return { session: await openPayment(deps, stored.request, returnUrl), isNew: true };
}

/** Opens the payment session, outside any transaction, then stores it together with the response. */
async function finish(
  deps: OrderRoutesDeps,
  { callKey }: OrderCall,
  outcome: PlacementOutcome,
  returnUrl: string,
): Promise<OrderResponse> {
  const { orderId, attemptId, isFree } = outcome;
  if (outcome.response) return outcome.response;
  try {
    const { session, isNew } = await openSession(deps, outcome, returnUrl);
    const body = toOrderResponse(outcome, session);
    const response = JSON.stringify(body);
    if (isNew || callKey) await deps.queue.finish({ attemptId, session: isNew ? session : null, callKey, response });
    return body;
  } catch (error) {
    const placed = { orderId, attemptId, isFree };
    if (callKey) await storeProgress(deps.db, callKey, { placed, isAbandoned: true });
    throw error;
  }
}

/** Resolves an absolute or relative URL; null if it is not on one of the allowed origins. The first origin is the base. */
function parseUrl(redirectUrl: string, origins: readonly string[]): URL | null {
  const [own = ''] = origins;
  const url = URL.parse(redirectUrl, own);
  return url && origins.includes(url.origin) ? url : null;
}

/**
 * Returns a function that builds the URL to which the payment page sends the browser: `redirect_url` with the attempt's id
 * as the last path segment.
 * @throws Refusal 400 INVALID_REQUEST if `redirect_url` is on another site
 */
function parseReturnUrl(redirectUrl: string, origins: readonly string[]): (attemptId: string) => string {
  const base = parseUrl(redirectUrl, origins);
  if (!base) {
    const message = 'The address must be on this site.';
    throw new Refusal(400, 'INVALID_REQUEST', message, { fields: { redirect_url: message } });
  }
  return (attemptId) => {
    const url = new URL(base);
    url.hash = '';
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${attemptId}`;
    return url.href;
  };
}

/**
 * `POST /orders/create`: places the order, then opens the payment session at the provider between two transactions.
 * @throws Refusal 400 for a `redirect_url` on another site, 409 as `placeSingleOrder`, 422 for a reused key, 503
 *   PROVIDER_UNAVAILABLE
 */
export async function createOrder(deps: OrderRoutesDeps, call: OrderCall): Promise<OrderResponse> {
  const origins = [call.origin, ...(deps.publicUrl ? [new URL(deps.publicUrl).origin] : [])];
  const returnUrlOf = parseReturnUrl(call.query.redirect_url, origins);
  return deps.queue.track(async () => {
    const found = await place(deps, call, returnUrlOf);
    return 'status' in found ? replayResponse(found) : finish(deps, call, found, returnUrlOf(found.attemptId));
  });
}

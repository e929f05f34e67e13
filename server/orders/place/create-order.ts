import type { Received } from '../../../contract/endpoint.ts';
import type { createOrder as endpoint } from '../../../contract/orders.ts';
import { type CallKey, markReplayed } from '../../http/idempotency/idempotency.repo.ts';
import { abandonCall, findEarlierCall } from '../../http/idempotency/two-step-call.ts';
import { PreserialisedResponse } from '../../http/mount/call.ts';
import { invalidRequest } from '../../http/refusal.ts';
import type { PaymentRequest } from '../../providers/payments/payments.ts';
import type { OrderDeps } from '../order-deps.ts';
import { settleOpenAttempts } from '../pay/settle-attempts.ts';
import type { OrderRoutesDeps } from './order-queue.ts';
import {
  type OrderProgress,
  type OrderResponse,
  openPayment,
  orderProgress,
  type PlacedOrder,
  readAttempt,
  toOrderResponse,
} from './payment-session.ts';
import type { Placement } from './write-orders.ts';

type OrderCall = Received<typeof endpoint> & {
  subject: { studentId: string };
  origin: string;
  address: string;
  callKey: CallKey | null;
};

/**
 * Places the order of a call, if possible in one transaction with the orders of other calls. If an earlier call has
 * used the same idempotency key, returns the response of that call or, if it did not finish, the order that it placed.
 */
async function place(
  deps: OrderRoutesDeps,
  { callKey, subject, body, address }: OrderCall,
  returnUrlOf: (attemptId: string) => string,
): Promise<Placement | PreserialisedResponse> {
  const { studentId } = subject;
  const addressHash = deps.hashAddress(address);
  let isSettled = false;
  for (;;) {
    const result = await deps.queue.place({
      studentId,
      addressHash,
      callKey,
      shown: body ?? {},
      isSettled,
      returnUrlOf,
    });
    if (result.kind === 'placed') return result;
    if (result.kind === 'unsettled') {
      await settleOpenAttempts(deps, studentId);
      isSettled = true;
    } else if (callKey) {
      const earlier = await findEarlierCall<OrderProgress>(deps.db, callKey, result.kind === 'commitUnknown');
      if (earlier && 'response' in earlier) return toPreserialised(earlier.response);
      if (!earlier) continue;
      // An earlier call with the same idempotency key has placed the order, but did not finish. Finish it without
      // reading the cart again. Mark the response as a repeat, so that the page compares the order with the cart. Do
      // not mark it after 'commitUnknown', because this call itself has placed the order then.
      if (result.kind !== 'commitUnknown') markReplayed(callKey);
      return { kind: 'placed', placed: earlier.progress.placed, payment: null, response: null };
    }
  }
}

const toPreserialised = (response: { status: number; body: unknown }) =>
  new PreserialisedResponse({ ...response, text: JSON.stringify(response.body) });

async function openSession(deps: OrderDeps, placed: PlacedOrder, payment: PaymentRequest | null, returnUrl: string) {
  const stored = payment ? { request: payment } : await readAttempt(deps.db, placed.attemptId, returnUrl);
  if ('session' in stored) return { session: stored.session, isNew: false };
  return { session: await openPayment(deps, stored.request), isNew: true };
}

/**
 * Opens the payment session of an order outside any transaction, then stores the session together with the response of
 * the `POST /orders/create` call.
 */
async function finish(
  deps: OrderRoutesDeps,
  { callKey }: OrderCall,
  { placed, payment, response: known }: Placement,
  returnUrl: string,
): Promise<OrderResponse> {
  if (known) return known;
  const { attemptId } = placed;
  try {
    const { session, isNew } = await openSession(deps, placed, payment, returnUrl);
    const body = toOrderResponse(placed, session);
    const response = JSON.stringify(body);
    if (isNew || callKey) await deps.queue.finish({ attemptId, session: isNew ? session : null, callKey, response });
    return body;
  } catch (error) {
    if (callKey) await abandonCall(deps.db, callKey, orderProgress(placed));
    throw error;
  }
}

/** Resolves a URL; null if its origin is not one of `origins`. A relative URL is resolved against the first of them. */
function parseUrl(redirectUrl: string, origins: readonly string[]): URL | null {
  const [own = ''] = origins;
  const url = URL.parse(redirectUrl, own);
  return url && origins.includes(url.origin) ? url : null;
}

/**
 * Returns a function that builds the URL to which the payment page sends the browser: `redirect_url` with the payment
 * attempt's id as the last path segment.
 * @throws Refusal 400 INVALID_REQUEST if `redirect_url` is on another site
 */
function parseReturnUrl(redirectUrl: string, origins: readonly string[]): (attemptId: string) => string {
  const base = parseUrl(redirectUrl, origins);
  if (!base) {
    const message = 'The address must be on this site.';
    throw invalidRequest(message, { redirect_url: message });
  }
  return (attemptId) => {
    const url = new URL(base);
    url.hash = '';
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${attemptId}`;
    return url.href;
  };
}

/**
 * Handles `POST /orders/create`: places the order in one transaction, opens the payment session at the provider, and
 * stores the session in a second transaction.
 * @throws Refusal 400 for a `redirect_url` on another site, 403 or 409 if the order is refused, 422 for an idempotency
 *   key that was used for a different request, 503 PROVIDER_UNAVAILABLE
 */
export async function createOrder(
  deps: OrderRoutesDeps,
  call: OrderCall,
): Promise<OrderResponse | PreserialisedResponse> {
  const origins = [call.origin, ...(deps.publicUrl ? [new URL(deps.publicUrl).origin] : [])];
  const returnUrlOf = parseReturnUrl(call.query.redirect_url, origins);
  return deps.queue.track(async () => {
    const found = await place(deps, call, returnUrlOf);
    return found instanceof PreserialisedResponse
      ? found
      : finish(deps, call, found, returnUrlOf(found.placed.attemptId));
  });
}

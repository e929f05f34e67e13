import type { Cart } from '../../../contract/cart.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { replayedHeader } from '../../../contract/headers.ts';
import { createOrder, type Order, type Quote, updateOrder } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import {
  CheckPostponedError,
  type OrderOutcome,
  type OrderRequest,
  type PaymentInput,
  type PaymentOutput,
} from '../../../machines/checkout.context.ts';
import { cartChanges, quoteChanges, quoteOf } from '../../../machines/order-quote.ts';
import { loadCart } from '../../cart/changes/change-cart.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { cacheOrder, orderQueries } from '../../student/orders/order.queries.ts';
import { seenCart } from './cart-calls.ts';
import { readOrderFailure } from './order-outcome.ts';
import type { Call, CheckoutFlowDeps } from './run-call.ts';

/**
 * URLs of payment pages by payment attempt id. They are kept only in memory, because anyone who has such a URL can pay
 * with it.
 */
export type PaymentPages = Map<string, string>;

/** Updates the saved list of orders, so that a pending payment is known offline too. */
function storeOrderStatus({ client, studentId }: CheckoutFlowDeps, order: Order): void {
  const orders = client.getQueryData(orderQueries.list(studentId).queryKey);
  const known = orders?.find(({ order_id }) => order_id === order.order_id);
  const isKnown = known?.state === order.state && known.is_payment_pending === order.is_payment_pending;
  if (!isKnown) void cacheOrder(client, studentId, order);
}

/** Asks the server for the status of a payment attempt; null if the student has no such attempt. */
export const checkPayment: Call<PaymentInput, PaymentOutput> = async (deps, { attemptId }, signal) => {
  const query = { user_id: deps.studentId, ...(attemptId ? { attempt_id: attemptId } : {}) };
  try {
    const { data: update } = await apiOf(deps.client).call(updateOrder, { query }, { signal });
    if (update) storeOrderStatus(deps, update.order);
    return { update };
  } catch (error) {
    if (isRefusal(error, updateOrder, 'NOT_FOUND')) return { update: null };
    if (error instanceof ApiError && error.retryAfterMs > 0)
      throw new CheckPostponedError(deps.now() + error.retryAfterMs);
    throw error;
  }
};

/**
 * After a refused order, compares the current cart with what the student saw. The refusal names only one batch, but
 * several may have changed. If the cart cannot be loaded, the changes named in the refusal are used.
 */
async function compareAfterRefusal(
  deps: CheckoutFlowDeps,
  outcome: Extract<OrderOutcome, { kind: 'changed' }>,
  quote: OrderRequest['quote'],
  signal: AbortSignal,
): Promise<OrderOutcome> {
  const seen = seenCart(deps);
  const cart = await loadCart(deps.client, deps.studentId, { signal }).catch(() => null);
  if (!cart) return outcome;
  const terms = outcome.changes.filter(({ kind }) => kind === 'terms');
  return { kind: 'changed', changes: [...cartChanges(quote, cart, { carts: [seen] }), ...terms] };
}

/**
 * Whether the placed order matches the current cart. A new order is first compared with the cart on the screen. If the
 * two differ, or if the server has only repeated its response to an earlier call (`isReplayed`), the current cart is
 * loaded and compared.
 */
async function isOrderOfCart(
  deps: CheckoutFlowDeps,
  quote: Quote,
  { isReplayed, signal }: { isReplayed: boolean; signal: AbortSignal },
): Promise<boolean> {
  const isSame = (cart: Cart) => quoteChanges(quote, quoteOf(cart), { carts: [cart] }).length === 0;
  const seen = seenCart(deps);
  if (!isReplayed && seen && isSame(seen)) return true;
  return isSame(await loadCart(deps.client, deps.studentId, { signal }));
}

/**
 * Places the order; a retry with the same idempotency key places no second one. The payment page opens only if the
 * order matches the cart. The two differ, for example, if the student changed the cart before a retry: the outcome is
 * then `pending`, after which the checkout machine checks the payment.
 * @throws ApiError if the outcome is not known or the cart cannot be loaded; the checkout machine then offers a retry
 */
export const placeOrder =
  (paymentPages: PaymentPages): Call<OrderRequest, OrderOutcome> =>
  async (deps, { key, quote, termsVersion }, signal) => {
    const { client, studentId, origin } = deps;
    const query = { id: studentId, redirect_url: `${origin}${paths.checkoutConfirmation}` };
    const body = { terms_version: termsVersion, quote };
    let isReplayed = false;
    const onHeaders = (headers: Headers) => {
      isReplayed = headers.has(replayedHeader);
    };
    let placed: Answer<typeof createOrder>;
    try {
      placed = await apiOf(client).call(createOrder, { query, body }, { key, signal, onHeaders });
    } catch (error) {
      const outcome = readOrderFailure(error, seenCart(deps));
      return outcome.kind === 'changed' ? compareAfterRefusal(deps, outcome, quote, signal) : outcome;
    }
    const { order_id: orderId, attempt_id: attemptId, held_until: heldUntil } = placed;
    const order = { orderId, attemptId, heldUntil };
    if (placed.data === '') return { kind: 'completed', ...order };
    if (!(await isOrderOfCart(deps, quote, { isReplayed, signal }))) return { kind: 'pending', ...order };
    paymentPages.set(attemptId, placed.checkout_url);
    return { kind: 'opened', ...order };
  };

import { createOrder, type Order, updateOrder } from '../../contract/orders.ts';
import { paths } from '../../contract/pages.ts';
import type { OrderOutcome, OrderRequest, PaymentInput, PaymentOutput } from '../../machines/checkout.types.ts';
import { ApiError, apiOf } from '../lib/api.ts';
import { keepOrder, orderQueries } from '../student/orders/order.queries.ts';
import { readCart, seenCart } from './cart-calls.ts';
import type { Call, CheckoutFlowParts } from './checkout-call.ts';
import { readOrderFailure } from './order-outcome.ts';
import { cartChanges } from './quote.ts';

/** Addresses of payment pages, by attempt: kept in memory only, since they let anybody pay. */
export type PaymentPages = Map<string, string>;

/** The list of orders that the device keeps says what was just learned, so that a pending payment is known offline as well. */
function noteOrder({ client, studentId }: CheckoutFlowParts, order: Order): void {
  const orders = client.getQueryData(orderQueries.list(studentId).queryKey);
  const known = orders?.find(({ order_id }) => order_id === order.order_id);
  const isKnown = known?.state === order.state && known.is_payment_pending === order.is_payment_pending;
  if (!isKnown) void keepOrder(client, studentId, order);
}

/** How the attempt stands; null where the student has no such attempt. */
export const checkPayment: Call<PaymentInput, PaymentOutput> = async (parts, { attemptId }, signal) => {
  const query = { user_id: parts.studentId, ...(attemptId ? { attempt_id: attemptId } : {}) };
  try {
    const { data: update } = await apiOf(parts.client).call(updateOrder, { query }, { signal });
    if (update) noteOrder(parts, update.order);
    return { update };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { update: null };
    throw error;
  }
};

/** What changed, by the cart of now: the server names one batch, and there may be others. Without an answer its word stands. */
async function lookAgain(
  parts: CheckoutFlowParts,
  outcome: Extract<OrderOutcome, { kind: 'changed' }>,
  quote: OrderRequest['quote'],
  signal: AbortSignal,
): Promise<OrderOutcome> {
  const seen = seenCart(parts);
  const cart = await readCart(parts, signal).catch(() => null);
  if (!cart) return outcome;
  const terms = outcome.changes.filter(({ kind }) => kind === 'terms');
  return { kind: 'changed', changes: [...cartChanges(quote, cart, { carts: [seen] }), ...terms] };
}

/** Places the order; a repeat under the same key is the same order. */
export const placeOrder =
  (pages: PaymentPages): Call<OrderRequest, OrderOutcome> =>
  async (parts, { key, quote, termsVersion }, signal) => {
    const { client, studentId, origin } = parts;
    const query = { id: studentId, redirect_url: `${origin}${paths.checkoutConfirmation}` };
    const body = { terms_version: termsVersion, quote };
    try {
      const placed = await apiOf(client).call(createOrder, { query, body }, { key, signal });
      pages.set(placed.attempt_id, placed.checkout_url);
      const kind = placed.data === '' ? 'completed' : 'opened';
      return { kind, orderId: placed.order_id, attemptId: placed.attempt_id };
    } catch (error) {
      const outcome = readOrderFailure(error, seenCart(parts));
      return outcome.kind === 'changed' ? lookAgain(parts, outcome, quote, signal) : outcome;
    }
  };

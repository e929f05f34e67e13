import type { Order, OrderItem } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import type { NoticeTone } from '../../ui/messages/notice.tsx';

type PaymentLabel = { text: 'Paid' | 'Failed' | 'Pending Payment'; tone: NoticeTone };

/** The label for the payment status of an order. Every status except approved and declined is shown as pending. */
export function paymentLabel(status: Order['final_payment_status']): PaymentLabel {
  if (status === 'APPROVED') return { text: 'Paid', tone: 'success' };
  if (status === 'DECLINED') return { text: 'Failed', tone: 'error' };
  return { text: 'Pending Payment', tone: 'waiting' };
}

/** Whether the order was paid but nothing could be booked. Its payment has been refunded or will be. */
export function isRefunded({ state }: Pick<Order, 'state'>): boolean {
  return state === 'refund_due' || state === 'refunded';
}

/** Whether the payment of an order that could not be booked has been refunded, or will be. */
export function refundText({ state }: Pick<Order, 'state'>): string {
  return `The amount ${state === 'refunded' ? 'was' : 'will be'} refunded to your original payment method.`;
}

/** Whether every course and package of the order was booked and later cancelled. */
export function isCancelled({ state, items }: Pick<Order, 'state' | 'items'>): boolean {
  return state === 'completed' && items.length > 0 && items.every(({ status }) => status === 'Cancelled');
}

/**
 * What became of the booking and the money of a paid order of which nothing is booked any more; undefined for all other
 * orders. It is shown beside the payment label, which still says that the order was paid.
 */
export function endedLabel(order: Pick<Order, 'state' | 'items'>): 'Cancelled' | 'Refund due' | 'Refunded' | undefined {
  if (isRefunded(order)) return order.state === 'refunded' ? 'Refunded' : 'Refund due';
  return isCancelled(order) ? 'Cancelled' : undefined;
}

/** Id of the order's payment attempt. An order has only one, because paying again makes a new order. */
export function attemptIdOf({ order_id }: Pick<Order, 'order_id'>): string {
  return `${order_id}-1`;
}

/** Path of the order's confirmation page. */
export function confirmationPath(order: Pick<Order, 'order_id'>): string {
  return `${paths.checkoutConfirmation}/${attemptIdOf(order)}`;
}

/**
 * Path of a receipt page. It shows the receipt of the order or, if `dueNumber` is given, the receipt of the amount due
 * with this number.
 */
export function receiptPath({ order_id }: Pick<Order, 'order_id'>, dueNumber?: string): string {
  return `${paths.receipt}/${order_id}${dueNumber ? `?number=${encodeURIComponent(dueNumber)}` : ''}`;
}

/** The id of the order to which a payment attempt belongs: `LF-2026-000123` for the attempt `LF-2026-000123-1`. */
export function orderIdOf(attemptId: string): string {
  return attemptId.slice(0, attemptId.lastIndexOf('-'));
}

/** Path of the page on which the course or package of an order item can be booked again. */
export function bookAgainPath({ type, offer_id }: Pick<OrderItem, 'type' | 'offer_id'>): string {
  const tab = type === 'package' ? 'packages' : 'individual';
  return offer_id === undefined ? `${paths.bookOnline}?tab=${tab}` : `${paths.bookOnline}?${type}=${offer_id}`;
}

import type { Order, OrderItem } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import type { NoticeTone } from '../../ui/notice.tsx';

export type PaymentLabel = { text: 'Paid' | 'Failed' | 'Pending Payment'; tone: NoticeTone };

/** Payment label of document 2, section 4: anything that is neither approved nor declined is pending. */
export function paymentLabel(status: Order['final_payment_status']): PaymentLabel {
  if (status === 'APPROVED') return { text: 'Paid', tone: 'right' };
  if (status === 'DECLINED') return { text: 'Failed', tone: 'wrong' };
  return { text: 'Pending Payment', tone: 'waiting' };
}

/** Paid, but not booked: the money goes back. */
export function isRefunded({ state }: Pick<Order, 'state'>): boolean {
  return state === 'refund_due' || state === 'refunded';
}

/** Whole id of an order's attempt. It has one: another try is another order. */
export function attemptIdOf({ order_id }: Pick<Order, 'order_id'>): string {
  return `${order_id}-1`;
}

/** Page of an order's confirmation. */
export function confirmationPath(order: Pick<Order, 'order_id'>): string {
  return `${paths.checkoutConfirmation}/${attemptIdOf(order)}`;
}

/** Page of an order's receipt. */
export function receiptPath({ order_id }: Pick<Order, 'order_id'>): string {
  return `${paths.receipt}/${order_id}`;
}

/** Number of the order in a confirmation's id: `LF-2026-000123-1` is an attempt of `LF-2026-000123`. */
export function orderIdOf(attemptId: string): string {
  return attemptId.slice(0, attemptId.lastIndexOf('-'));
}

/** Where the course or package of an item is booked. */
export function bookAgainPath({ type, offer_id }: Pick<OrderItem, 'type' | 'offer_id'>): string {
  const tab = type === 'package' ? 'packages' : 'individual';
  return offer_id === undefined ? `${paths.bookOnline}?tab=${tab}` : `${paths.bookOnline}?${type}=${offer_id}`;
}

import type { Order } from '../../../contract/orders.ts';
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

/** Page of an order's confirmation. An order has one payment attempt: another try is another order. */
export function confirmationPath({ order_id }: Pick<Order, 'order_id'>): string {
  return `${paths.checkoutConfirmation}/${order_id}-1`;
}

/** Page of an order's receipt. */
export function receiptPath({ order_id }: Pick<Order, 'order_id'>): string {
  return `${paths.receipt}/${order_id}`;
}

/** Number of the order in a confirmation's id: `LF-2026-000123-1` is an attempt of `LF-2026-000123`. */
export function orderIdOf(attemptId: string): string {
  return attemptId.slice(0, attemptId.lastIndexOf('-'));
}

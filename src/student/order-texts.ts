import type { Order } from '../../contract/orders.ts';
import type { NoticeTone } from '../ui/notice.tsx';

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

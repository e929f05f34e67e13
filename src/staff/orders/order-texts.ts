import { counted } from '../../../contract/counted.ts';
import type { OrderState } from '../../../contract/orders.ts';
import { type OfficeMethod, officeMethods, type StaffRefund } from '../../../contract/staff/order-money.ts';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import type { RefundPolicy } from '../../../contract/staff/refund-policy.ts';

/** The names of order states as the console shows them; for a single order, see `orderStateText`. */
export const orderStateNames: Record<OrderState, string> = {
  awaiting_payment: 'Awaiting payment',
  completed: 'Paid',
  declined: 'Payment declined',
  expired: 'Payment time ran out',
  replaced: 'Replaced',
  refund_due: 'Refund due',
  refunded: 'Refunded',
};

/**
 * The state of an order in words. A paid order stays `completed` when its bookings are moved or cancelled (decision 147,
 * "Let a cancelled order stay completed and cancel its lines"). `isCancelled`: all its bookings are cancelled.
 * `isDue`: a price difference is due.
 */
export function orderStateText(state: OrderState, { isCancelled, isDue }: Record<'isCancelled' | 'isDue', boolean>) {
  if (state !== 'completed') return orderStateNames[state];
  if (isCancelled) return 'Cancelled';
  return isDue ? 'Partly paid' : orderStateNames[state];
}

/** The names of refund states as the console shows them. */
export const refundStateNames: Record<StaffOrder['refunds'][number]['state'], string> = {
  requested: 'Due',
  sent: 'Sent',
  settled: 'Paid back',
  failed: 'Failed',
};

/** The names of the ways to pay at the office. */
export const methodNames: Record<OfficeMethod, string> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  upi: 'UPI',
  card: 'Card machine',
};

type RefundedPayment = Pick<StaffRefund, 'provider' | 'method' | 'payment_reference'>;

/**
 * How the student made a payment that is now refunded, such as `at the office (UPI, UPI 4711)`. Staff pay back by hand
 * what was paid at the office, so they need to know whether it was cash, a card or UPI.
 */
export function paymentText({ provider, method, payment_reference }: RefundedPayment): string {
  if (provider !== 'office') return `by ${provider}`;
  const known = officeMethods.find((one) => one === method);
  const how = [known === 'cash' ? 'cash' : known && methodNames[known], payment_reference].filter(Boolean).join(', ');
  return how ? `at the office (${how})` : 'at the office';
}

/**
 * The refund policy in one line, such as `90 % from 14 days before, 50 % from 7 days before`. The days are counted back
 * from the first day of a batch.
 */
export const policyText = (policy: RefundPolicy) =>
  policy.map(({ days, percent }) => `${percent} % from ${counted(days, 'day')} before`).join(', ');

import { counted } from '../../../contract/counted.ts';
import { type OfficeMethod, officeMethods, type StaffRefund } from '../../../contract/staff/order-money.ts';
import type { StaffOrder } from '../../../contract/staff/orders.ts';
import type { RefundPolicy } from '../../../contract/staff/refund-policy.ts';

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

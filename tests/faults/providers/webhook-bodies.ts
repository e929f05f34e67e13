import { timestampHeader } from '../../../contract/payments.ts';
import { type Delivery, sign } from '../../server/orders/pay/webhooks.ts';
import type { FakeOrder, FakePayment, FakeRefund } from './fake-provider.ts';

/** The secret with which the provider signs webhooks and the product verifies them. */
export const webhookSecret = 'the-secret-that-the-provider-and-we-share';

const rupees = (paise: number) => (paise / 100).toFixed(2);
const types = { approved: 'SUCCESS', declined: 'FAILED', pending: 'USER_DROPPED' } as const;

/**
 * The body of a payment webhook. Amounts have two decimals, as the provider writes them, because the signature is
 * computed over the text: 170 would have another signature than 170.00.
 */
export function paymentBody(order: FakeOrder, payment: FakePayment): string {
  const kind = types[payment.status];
  const orderPart = `{"order_id":"${order.id}","order_amount":${rupees(order.amountPaise)},"order_currency":"INR"}`;
  const paymentPart = `{"cf_payment_id":"${payment.id}","payment_status":"${kind}","payment_amount":${rupees(payment.amountPaise)},"payment_currency":"INR","payment_group":"upi"}`;
  return `{"data":{"order":${orderPart},"payment":${paymentPart}},"event_time":"2026-03-10T12:00:00+05:30","type":"PAYMENT_${kind}_WEBHOOK"}`;
}

export function refundBody({ refundId, orderId, status }: FakeRefund): string {
  const refund_status = status === 'failed' ? 'CANCELLED' : 'SUCCESS';
  const refund = { refund_id: refundId, order_id: orderId, refund_status };
  return JSON.stringify({ data: { refund }, event_time: '2026-03-10T12:00:00+05:30', type: 'REFUND_STATUS_WEBHOOK' });
}

/**
 * A genuine webhook request, signed with the provider's secret. `at` is the time of the signature in milliseconds since
 * 1970.
 */
export const signedDelivery = (body: string, at: number): Delivery => sign(body, at, webhookSecret);

/** Ways to forge a webhook, or (`stale`) to send it too late. */
export const forgeries = ['unsigned', 'other secret', 'other body', 'other time', 'stale'] as const;
export type Forgery = (typeof forgeries)[number];

export function forgedDelivery(body: string, at: number, how: Forgery): Delivery {
  const signed = signedDelivery(body, at);
  if (how === 'unsigned') return { body, headers: {} };
  if (how === 'other body') return { ...signed, body: `${body} ` };
  if (how === 'stale') return signedDelivery(body, at - 25 * 3_600_000);
  if (how === 'other time') return { body, headers: { ...signed.headers, [timestampHeader]: String(at + 1) } };
  return sign(body, at, 'another secret');
}

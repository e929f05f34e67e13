import type { LightMyRequestResponse } from 'fastify';
import { signatureHeader, timestampHeader } from '../../../../contract/payments.ts';
import { readEnv } from '../../../../server/env.ts';
import { signWebhook } from '../../../../server/providers/payments/cashfree-webhook.ts';
import type { Academy } from '../../booking/academy.ts';

/** The secret that signs the webhooks of the sandbox payment provider, if no other secret is configured. */
export const sandboxSecret = readEnv({ LANDFALL_ENV: 'test' }).SECRET;

export type Delivery = { headers: Record<string, string>; body: string };

/**
 * The fields of a payment webhook that tests choose. Amounts are in rupees. `orderId` is the order's id at the payment
 * provider.
 */
export type WebhookPayment = {
  orderId: string;
  paymentId: string;
  status: 'SUCCESS' | 'FAILED' | 'USER_DROPPED' | 'PENDING';
  amount: number;
  orderAmount?: number;
  currency?: string;
};

const types = { SUCCESS: 'SUCCESS', PENDING: 'SUCCESS', FAILED: 'FAILED', USER_DROPPED: 'USER_DROPPED' } as const;

/** Returns the JSON body of a payment webhook. */
export function paymentWebhook({
  orderId,
  paymentId,
  status,
  amount,
  orderAmount = amount,
  currency = 'INR',
}: WebhookPayment): string {
  const order = { order_id: orderId, order_amount: orderAmount, order_currency: currency, order_tags: null };
  const payment = {
    cf_payment_id: paymentId,
    payment_status: status,
    payment_amount: amount,
    payment_currency: currency,
    payment_group: 'upi',
    payment_time: '2026-03-10T12:00:00+05:30',
  };
  const customer_details = { customer_id: 'c1', customer_phone: '9876500001', customer_email: null };
  const data = { order, payment, customer_details };
  return JSON.stringify({ data, event_time: '2026-03-10T12:00:01+05:30', type: `PAYMENT_${types[status]}_WEBHOOK` });
}

/**
 * Returns the body and the headers of a webhook request. They are signed with `secret`, with the timestamp `at` in
 * milliseconds since 1970 UTC.
 */
export function sign(body: string, at: number, secret = sandboxSecret): Delivery {
  const timestamp = String(at);
  const signature = signWebhook(secret, timestamp, body);
  return { body, headers: { [timestampHeader]: timestamp, [signatureHeader]: signature } };
}

/**
 * Sends a webhook request as the payment provider does: without a session cookie, the `x-client` header or an Origin
 * header.
 */
export function post({ app }: Pick<Academy, 'app'>, delivery: Delivery): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/json', ...delivery.headers };
  return app.server.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload: delivery.body });
}

/** Sends a webhook request and waits until the server has applied the payment. A busy server may respond earlier. */
export async function deliver({ app }: Pick<Academy, 'app'>, delivery: Delivery): Promise<LightMyRequestResponse> {
  const response = await post({ app }, delivery);
  await app.drain();
  return response;
}

import type { LightMyRequestResponse } from 'fastify';
import { signatureHeader, timestampHeader } from '../../../../contract/payments.ts';
import { readEnv } from '../../../../server/env.ts';
import { signWebhook } from '../../../../server/providers/payments/cashfree-webhook.ts';
import type { Academy } from '../../booking/academy.ts';

/** The sandbox’s webhook secret if no other is configured. */
export const sandboxSecret = readEnv({ LANDFALL_ENV: 'test' }).SECRET;

export type Delivery = { headers: Record<string, string>; body: string };

/** The content of a payment webhook; amounts in rupees. */
export type WebhookPayment = {
  orderId: string;
  paymentId: string;
  status: 'SUCCESS' | 'FAILED' | 'USER_DROPPED' | 'PENDING';
  amount: number;
  orderAmount?: number;
  currency?: string;
};

const types = { SUCCESS: 'SUCCESS', PENDING: 'SUCCESS', FAILED: 'FAILED', USER_DROPPED: 'USER_DROPPED' } as const;

/** The body of a payment webhook. */
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

/** A webhook delivery of `body`, signed at the time `at` in milliseconds since 1970. */
export function sign(body: string, at: number, secret = sandboxSecret): Delivery {
  const timestamp = String(at);
  const signature = signWebhook(secret, timestamp, body);
  return { body, headers: { [timestampHeader]: timestamp, [signatureHeader]: signature } };
}

/** Sends a webhook delivery as a provider does: without session, client header or origin. */
export function post({ app }: Pick<Academy, 'app'>, delivery: Delivery): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/json', ...delivery.headers };
  return app.server.inject({ method: 'POST', url: '/api/payments/webhook', headers, payload: delivery.body });
}

/** Sends a webhook delivery and waits until it is applied, because a busy server applies it only after its response. */
export async function deliver({ app }: Pick<Academy, 'app'>, delivery: Delivery): Promise<LightMyRequestResponse> {
  const response = await post({ app }, delivery);
  await app.drain();
  return response;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { signatureHeader, timestampHeader } from '../../../contract/payments.ts';
import type { Clock } from '../../http/clock.ts';
import { parseJson } from '../parse-json.ts';
import { readPaise } from './payment-amount.ts';
import type { WebhookDelivery, WebhookEvent } from './payments.ts';

/**
 * How old a webhook's timestamp may be. It is a long time, because providers repeat a webhook that was not accepted.
 */
const maxAgeMs = 24 * 3_600_000;
/** How far in the future a webhook's timestamp may be, because the provider's clock may be a little ahead of ours. */
const maxAheadMs = 5 * 60_000;

/** The signature of a webhook: base64(HMAC-SHA256(secret, timestamp + body)), without a separator. */
export function signWebhook(secret: string, timestamp: string, body: Buffer | string): string {
  return createHmac('sha256', secret).update(timestamp).update(body).digest('base64');
}

/**
 * Parses a webhook's timestamp, which is in milliseconds or in seconds since 1970, to milliseconds. Returns null for
 * any other text.
 */
function readTimestamp(timestamp: string): number | null {
  if (/^\d{13}$/.test(timestamp)) return Number(timestamp);
  return /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1000 : null;
}

function isSigned(secret: string, clock: Clock, { headers, body }: WebhookDelivery): boolean {
  const { [signatureHeader]: signature, [timestampHeader]: timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  const sentAt = readTimestamp(timestamp);
  if (sentAt === null) return false;
  // The signatures are compared as text, because base64 decoding would accept several spellings of one signature.
  const [given, expected] = [Buffer.from(signature), Buffer.from(signWebhook(secret, timestamp, body))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const age = clock.now() - sentAt;
  return age <= maxAgeMs && age >= -maxAheadMs;
}

const idSchema = z.union([z.string().min(1).max(100), z.number().int()]).transform(String);

const paymentSchema = z.object({
  data: z.object({
    order: z.object({ order_id: z.string().max(100), order_amount: z.unknown(), order_currency: z.string() }),
    payment: z.object({
      cf_payment_id: idSchema,
      payment_status: z.string(),
      payment_amount: z.unknown(),
      payment_currency: z.string().optional(),
      payment_group: z.string().max(50).nullish(),
    }),
  }),
});

const refundSchema = z.object({ data: z.object({ refund: z.object({ refund_id: z.string().max(100) }) }) });

function readPayment({ order, payment }: z.output<typeof paymentSchema>['data']): WebhookEvent {
  const [orderPaise, amountPaise] = [readPaise(order.order_amount), readPaise(payment.payment_amount)];
  const isRupees = order.order_currency === 'INR' && (payment.payment_currency ?? 'INR') === 'INR';
  const isProof = payment.payment_status === 'SUCCESS' && isRupees && amountPaise !== null;
  const method = payment.payment_group ?? null;
  const proven = isProof ? { id: payment.cf_payment_id, status: 'approved' as const, amountPaise, method } : null;
  return { kind: 'order', orderId: order.order_id, orderPaise: isRupees ? orderPaise : null, payment: proven };
}

/**
 * Reads the content of a webhook whose signature was checked. Unknown types and formats are ignored, because the
 * server regularly asks the provider for the state of open orders anyway.
 */
function readUpdate(body: Buffer): WebhookEvent {
  const parsed = z
    .object({ type: z.string() })
    .loose()
    .safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return { kind: 'none' };
  if (/^PAYMENT_(SUCCESS|FAILED|USER_DROPPED)_WEBHOOK$/.test(parsed.data.type)) {
    const payment = paymentSchema.safeParse(parsed.data);
    return payment.success ? readPayment(payment.data.data) : { kind: 'none' };
  }
  const refund = parsed.data.type === 'REFUND_STATUS_WEBHOOK' ? refundSchema.safeParse(parsed.data) : null;
  return refund?.success ? { kind: 'refund', refundId: refund.data.data.refund.refund_id } : { kind: 'none' };
}

/**
 * Reads a webhook in Cashfree's format, which the sandbox uses too. Returns null if the webhook is not signed with
 * `secret`, is too old, or has a timestamp in the future.
 */
export function readSignedWebhook(secret: string, clock: Clock, delivery: WebhookDelivery): WebhookEvent | null {
  return isSigned(secret, clock, delivery) ? readUpdate(delivery.body) : null;
}

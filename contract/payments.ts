import { doneSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Headers of a signed webhook: its signature and its timestamp. */
export const signatureHeader = 'x-webhook-signature';
export const timestampHeader = 'x-webhook-timestamp';

/**
 * POST /payments/webhook: the payment provider reports a payment or refund, signed over the raw body.
 * - 200 once the event is stored, and also if it was stored before or belongs to none of our orders
 * - 401 FORGED_WEBHOOK for a wrong signature, or a timestamp that is older than 24 hours or in the future
 * - 413 for a body over 64 KB
 * - 429 after many calls that were refused with 401
 */
export const receivePaymentUpdate = defineEndpoint({
  name: 'receivePaymentUpdate',
  summary: 'Takes a signed webhook of the payment provider',
  method: 'POST',
  url: '/api/payments/webhook',
  policy: 'signature',
  rate: 'form',
  idempotency: 'repeatable',
  answers: { 200: doneSchema },
});

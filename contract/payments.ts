import { doneSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Headers of a signed delivery. */
export const signatureHeader = 'x-webhook-signature';
export const timestampHeader = 'x-webhook-timestamp';

/**
 * POST /payments/webhook (integrations, "Payments"): the payment provider tells of a payment or refund, signed over the
 * raw body. 200 as soon as it is kept, also where it is known already or concerns no order of ours. Errors: 401
 * FORGED_WEBHOOK for a wrong signature, or a timestamp older than 24 hours or from the future; 413 for a body over 64 KB;
 * 429 after many of these.
 */
export const receivePaymentNews = defineEndpoint({
  name: 'receivePaymentNews',
  summary: 'Takes a signed webhook of the payment provider',
  method: 'POST',
  url: '/api/payments/webhook',
  policy: 'signature',
  rate: 'form',
  idempotency: 'repeatable',
  answers: { 200: doneSchema },
});

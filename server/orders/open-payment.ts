import type { Kysely } from 'kysely';
import type { Answer } from '../../contract/endpoint.ts';
import type { createOrder as endpoint } from '../../contract/orders.ts';
import type { Database } from '../db/schema.ts';
import type { PaymentRequest, PaymentSession } from '../providers/payments.ts';
import type { OrderParts } from './order-parts.ts';
import { providerUnavailable } from './order-refusals.ts';

/** The answer of a call that made an order. */
export type Created = Answer<typeof endpoint>;

export const toCreated = (ids: { orderId: string; attemptId: string }, session: PaymentSession): Created => ({
  statusCode: 200,
  data: session.sessionId,
  order_id: ids.orderId,
  attempt_id: ids.attemptId,
  checkout_url: session.checkoutUrl,
});

/** What an attempt asks of its provider, but for the address to come back to. */
export type AttemptRequest = Omit<PaymentRequest, 'returnUrl'>;

/** The session that an attempt has, or what to ask its provider for. */
export async function readAttempt(
  db: Kysely<Database>,
  attemptId: string,
): Promise<{ session: PaymentSession } | { request: AttemptRequest }> {
  const attempt = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('students as s', 's.id', 'o.student_id')
    .select(['a.provider_order_id', 'a.session_id', 'a.checkout_url', 'a.amount_paise', 'a.expires_at'])
    .select(['s.id as student_id', 's.first_name', 's.last_name', 's.email', 's.mobile'])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (attempt.session_id && attempt.checkout_url)
    return { session: { sessionId: attempt.session_id, checkoutUrl: attempt.checkout_url } };
  const name = `${attempt.first_name} ${attempt.last_name}`;
  return {
    request: {
      orderId: attempt.provider_order_id,
      amountPaise: attempt.amount_paise,
      customer: { id: attempt.student_id, name, email: attempt.email, phone: attempt.mobile },
      expiresAt: attempt.expires_at,
      idempotencyKey: attempt.provider_order_id,
    },
  };
}

/**
 * Asks the provider for a session; a repeat after a crash asks under the same order id.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE; the seats stay held and a repeat goes on from here
 */
export async function openPayment(
  { payments }: OrderParts,
  request: AttemptRequest,
  returnUrl: string,
): Promise<PaymentSession> {
  return payments.createOrder({ ...request, returnUrl }).catch((error: unknown) => {
    throw providerUnavailable(error);
  });
}

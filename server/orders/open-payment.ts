import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PaymentRequest } from '../providers/payments.ts';
import type { OrderParts } from './order-parts.ts';
import { providerUnavailable } from './order-refusals.ts';

/** What the browser needs to pay. */
export type OpenPayment = { sessionId: string; checkoutUrl: string };

type StoredAttempt = OpenPayment | { request: Omit<PaymentRequest, 'returnUrl'> };

async function readAttempt(db: Kysely<Database>, attemptId: string): Promise<StoredAttempt> {
  const attempt = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('students as s', 's.id', 'o.student_id')
    .select(['a.provider_order_id', 'a.session_id', 'a.checkout_url', 'a.amount_paise', 'a.expires_at'])
    .select(['s.id as student_id', 's.first_name', 's.last_name', 's.email', 's.mobile'])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (attempt.session_id && attempt.checkout_url)
    return { sessionId: attempt.session_id, checkoutUrl: attempt.checkout_url };
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
 * The provider's session of an attempt, asked for once; a repeat after a crash asks under the same order id.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE; the seats stay held and a repeat goes on from here
 */
export async function openPayment(parts: OrderParts, attemptId: string, returnUrl: string): Promise<OpenPayment> {
  const stored = await readAttempt(parts.db, attemptId);
  if ('sessionId' in stored) return stored;
  const session = await parts.payments.createOrder({ ...stored.request, returnUrl }).catch((error: unknown) => {
    throw providerUnavailable(error);
  });
  await parts.db
    .updateTable('payment_attempts')
    .set({ session_id: session.sessionId, checkout_url: session.checkoutUrl, state: 'open' })
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .execute();
  return session;
}

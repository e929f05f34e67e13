import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type OrderParts, paymentTimes } from './order-parts.ts';
import { settleAttempt } from './settle-attempt.ts';

type OpenAttempt = { id: string; provider_order_id: string };

/**
 * Attempts that the provider may still tell news of: open ones, and closed ones while their session lasts, since a
 * payment that failed may be tried again on the provider's page.
 */
function openAttempts(db: Kysely<Database>) {
  const lasts = sql<boolean>`a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now()`;
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider_order_id'])
    .where((row) =>
      row.or([row('a.state', 'in', ['created', 'open']), row.and([row('a.state', '=', 'declined'), lasts])]),
    )
    .orderBy('a.created_at')
    .limit(200);
}

/** Settles what the student's attempts came to. Throws where the provider cannot be reached. */
export async function settleOpenOf(parts: OrderParts, studentId: string): Promise<void> {
  const attempts = await openAttempts(parts.db).where('o.student_id', '=', studentId).execute();
  for (const attempt of attempts) await settleAttempt(parts, attempt);
}

/** Settles one attempt of the student where it is open; false where the student has no such attempt. */
export async function settleOne(parts: OrderParts, studentId: string, attemptId: string): Promise<boolean> {
  const known = await parts.db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('a.id')
    .where('a.id', '=', attemptId)
    .where('o.student_id', '=', studentId)
    .executeTakeFirst();
  if (!known) return false;
  const open: OpenAttempt | undefined = await openAttempts(parts.db).where('a.id', '=', attemptId).executeTakeFirst();
  if (open) await settleAttempt(parts, open);
  return true;
}

/**
 * Settles what neither a return nor a webhook told, of all students. One attempt that cannot be settled
 * does not stop the others; answers how many were asked for and what failed.
 */
export async function settleOpenAttempts(parts: OrderParts): Promise<{ asked: number; failures: unknown[] }> {
  const attempts = await openAttempts(parts.db).execute();
  const failures: unknown[] = [];
  for (const attempt of attempts)
    await settleAttempt(parts, attempt).catch((error: unknown) => void failures.push(error));
  return { asked: attempts.length, failures };
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type OrderParts, paymentTimes } from './order-parts.ts';
import { settleAttempt } from './settle-attempt.ts';

const pageSize = 200;

/**
 * Attempts that the provider may still tell news of: open ones, and closed ones until `seconds` after their session,
 * since a payment that failed may be tried again on the provider's page and one begun last may succeed after it.
 */
function openAttempts(db: Kysely<Database>, seconds: number = paymentTimes.grace) {
  const lasts = sql<boolean>`a.expires_at + make_interval(secs => ${seconds}) > now()`;
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider_order_id'])
    .where((row) =>
      row.or([
        row('a.state', 'in', ['created', 'open']),
        row.and([row('a.state', 'in', ['declined', 'expired']), lasts]),
      ]),
    )
    .orderBy('a.id')
    .limit(pageSize);
}

/** Settles what the student's attempts came to. @throws Refusal 503 PROVIDER_UNAVAILABLE */
export async function settleOpenOf(parts: OrderParts, studentId: string): Promise<void> {
  const attempts = await openAttempts(parts.db).where('o.student_id', '=', studentId).execute();
  for (const attempt of attempts) await settleAttempt(parts, attempt);
}

/**
 * Asks for news of one attempt of the student unless it is paid, however old: money that came very late is found by the
 * student's own recheck. False where the student has no such attempt.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOne(parts: OrderParts, studentId: string, attemptId: string): Promise<boolean> {
  const attempt = await parts.db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider_order_id', 'a.state'])
    .where('a.id', '=', attemptId)
    .where('o.student_id', '=', studentId)
    .executeTakeFirst();
  if (!attempt) return false;
  if (attempt.state !== 'approved') await settleAttempt(parts, attempt);
  return true;
}

/**
 * Settles what neither a return nor a webhook told, of all students, page by page, so that attempts that cannot be
 * settled do not stop the others; answers how many were asked for and what failed. `seconds` as `openAttempts`.
 */
export async function settleOpenAttempts(
  parts: OrderParts,
  seconds: number = paymentTimes.grace,
): Promise<{ asked: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let asked = 0;
  for (let after = ''; ; ) {
    const attempts = await openAttempts(parts.db, seconds).where('a.id', '>', after).execute();
    for (const attempt of attempts)
      await settleAttempt(parts, attempt).catch((error: unknown) => void failures.push(error));
    asked += attempts.length;
    const last = attempts.at(-1);
    if (!last) return { asked, failures };
    after = last.id;
  }
}

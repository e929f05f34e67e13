import { sql } from 'kysely';
import { type OrderParts, paymentTimes } from './order-parts.ts';
import { settleAttempt } from './settle-attempt.ts';

const ofStudent = ({ db }: OrderParts, studentId: string) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.id', 'a.provider', 'a.provider_order_id', 'a.state'])
    .where('o.student_id', '=', studentId);

/**
 * Settles what the student's attempts came to: open ones, and closed ones until the grace after their session, since a
 * payment that failed may be tried again on the provider's page and one begun last may succeed after it.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOpenOf(parts: OrderParts, studentId: string): Promise<void> {
  const lasts = sql<boolean>`a.expires_at + make_interval(secs => ${paymentTimes.grace}) > now()`;
  const attempts = await ofStudent(parts, studentId)
    .where('a.provider', '=', parts.payments.name)
    .where((row) =>
      row.or([
        row('a.state', 'in', ['created', 'open']),
        row.and([row('a.state', 'in', ['declined', 'expired']), lasts]),
      ]),
    )
    .orderBy('a.id')
    .execute();
  for (const attempt of attempts) await settleAttempt(parts, attempt, 'student');
}

/**
 * Asks for news of one attempt of the student unless it is paid, however old: money that came very late is found by the
 * student's own recheck. False where the student has no such attempt.
 * @throws Refusal 503 PROVIDER_UNAVAILABLE
 */
export async function settleOne(parts: OrderParts, studentId: string, attemptId: string): Promise<boolean> {
  const attempt = await ofStudent(parts, studentId).where('a.id', '=', attemptId).executeTakeFirst();
  if (!attempt) return false;
  // What another provider had, or what cost nothing, is shown as it stands.
  const isAsked = attempt.state !== 'approved' && attempt.provider === parts.payments.name;
  if (isAsked) await settleAttempt(parts, attempt, 'student');
  return true;
}

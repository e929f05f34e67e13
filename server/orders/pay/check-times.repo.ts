import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, PaymentAttemptRow } from '../../db/schema.ts';
import { paymentTimes } from '../order-deps.ts';

/** A payment attempt's own id, and the id that its order has at the payment provider. */
export type ProviderAttempt = { id: string; provider_order_id: string };

/**
 * Times in seconds. `first`: the pause before the first check of a payment attempt. Each check doubles the pause, up to
 * `longest`. `lease`: how long an attempt that is due for a check is reserved for the process that checks it.
 */
const pauses = { first: 15, longest: 4 * 3600, lease: 60 } as const;

const sessionEndPlus = (seconds: number) => sql<Date>`expires_at + make_interval(secs => ${seconds})`;

/**
 * SQL: the time of an attempt's next check. Each check doubles the pause, from 30 seconds after the first check up to 4
 * hours.
 */
const nextCheck = sql<Date>`now() + make_interval(secs => least(${pauses.first} * 2 ^ least(checks, 20), ${pauses.longest}))`;

/**
 * SQL for the time of a payment attempt's next check: `nextCheck`, or earlier if a deadline comes first. During the
 * payment session, the deadline is 5 seconds after the end of the session. During the grace period, it is 5 seconds
 * after the end of that period.
 */
const nextCheckOrEnd = sql<Date>`case
  when now() < expires_at then least(${nextCheck}, ${sessionEndPlus(5)})
  when now() < ${sessionEndPlus(paymentTimes.grace)} then least(${nextCheck}, ${sessionEndPlus(paymentTimes.grace + 5)})
  else ${nextCheck} end`;

/**
 * Whether payments of the attempt are still pending after a payment update.
 * - `some`: the update has a pending payment.
 * - `none`: the payment poller (a background job) has reserved the attempt and read all its payments; none is pending.
 * - `unknown`: the update has no pending payment, but there may be one. A webhook reports only one of the payments, and
 *   a check for a student or for staff does not reserve the attempt.
 */
type PendingPayments = 'some' | 'none' | 'unknown';

type AfterUpdate = {
  /** The state in which the attempt is closed, as the payment update decided; null if the attempt stays open. */
  closedAs: PaymentAttemptRow['state'] | null;
  pending: PendingPayments;
};

/**
 * SQL that closes attempts after a payment update, if `closedAs` is set, and schedules their next checks. The checks go
 * on:
 * - for an open attempt until its result is known;
 * - for a declined or expired one until `paymentTimes.late` after its session, because a payment that was started at
 *   the last moment may succeed late;
 * - for a paid one, which may have been paid twice, until a check that started after its session and grace period finds
 *   nothing pending.
 */
export function closeAndScheduleSql(
  attemptIds: readonly string[],
  { closedAs, pending }: AfterUpdate,
): RawBuilder<unknown> {
  const state = sql`coalesce(${closedAs}::text, state)`;
  const claimedAt = sql<Date>`next_check_at - make_interval(secs => ${pauses.lease})`;
  return sql`update payment_attempts set state = ${state},
    settled_at = case when ${closedAs}::text is null then settled_at else now() end, next_check_at = case
      when ${state} in ('created', 'open') then ${nextCheckOrEnd}
      when ${pending} = 'some' and now() < ${sessionEndPlus(paymentTimes.late)} then ${nextCheckOrEnd}
      when ${state} = 'approved' and now() < ${sessionEndPlus(paymentTimes.grace)} then ${sessionEndPlus(paymentTimes.grace + 5)}
      when ${pending} = 'unknown' then next_check_at
      when ${state} = 'approved' and ${claimedAt} < ${sessionEndPlus(paymentTimes.grace)} then next_check_at
      when ${state} <> 'approved' and now() < ${sessionEndPlus(paymentTimes.late)} then ${nextCheckOrEnd}
    end where id = any(${attemptIds}::text[])`;
}

/** Schedules an attempt's next check after a check that failed because the provider or the database was unreachable. */
export async function postponeCheck(db: Kysely<Database>, attemptId: string): Promise<void> {
  await sql`update payment_attempts set next_check_at = ${nextCheckOrEnd} where id = ${attemptId}`.execute(db);
}

/**
 * A payment attempt whose check is due. `is_over`: the attempt's order should no longer be paid, because the student
 * has replaced it by another order, or because its short hold of the seats has ended.
 */
export type DueAttempt = ProviderAttempt & { is_over: boolean };

/**
 * SQL that makes the payment attempts of replaced orders due for a check now. The check ends these orders at the
 * provider, where the students could otherwise still pay for them.
 */
export function makeChecksDueSql(orderIds: readonly string[]): RawBuilder<unknown> {
  return sql`update payment_attempts set next_check_at = now()
    where order_id = any(${orderIds}::text[]) and next_check_at is not null`;
}

/**
 * Reserves for a minute one payment attempt of `provider` that is due for a check, so that no other process checks it
 * at the same time. If this process dies, another one can reserve the attempt when the minute is over. Returns
 * undefined if none is due. The CTE must be materialized: otherwise a nested-loop plan could run it once for each
 * joined row, and would reserve attempts that the query does not return.
 */
export async function claimDueAttempt(db: Kysely<Database>, provider: string): Promise<DueAttempt | undefined> {
  const { rows } = await sql<DueAttempt>`
    with due as materialized (
      select id from payment_attempts where provider = ${provider} and next_check_at <= now()
      order by next_check_at limit 1 for update skip locked
    )
    update payment_attempts a set checks = a.checks + 1, next_check_at = now() + make_interval(secs => ${pauses.lease})
    from due where a.id = due.id returning a.id, a.provider_order_id,
      exists (select from orders o where o.id = a.order_id and (o.state = 'replaced' or o.hold_seconds <= ${paymentTimes.short}
        and o.created_at + make_interval(secs => o.hold_seconds) <= now())) as is_over`.execute(db);
  return rows[0];
}

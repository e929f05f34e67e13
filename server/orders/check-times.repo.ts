import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { paymentTimes } from './order-parts.ts';

/** Names an attempt here and at the provider. */
export type AskedAttempt = { id: string; provider_order_id: string };

/** Seconds: the first pause between two checks, the longest, and how long a claimed attempt is left to its poller. */
const pauses = { first: 15, longest: 4 * 3600, lease: 60 } as const;

const after = (seconds: number) => sql<Date>`expires_at + make_interval(secs => ${seconds})`;

/** Each check doubles the pause: 30 seconds after the first, then minutes, then hours. */
const later = sql<Date>`now() + make_interval(secs => least(${pauses.first} * 2 ^ least(checks, 20), ${pauses.longest}))`;

/** The end of the session and of the holds behind it is looked at when it comes, not a long pause later. */
const laterOrAtTheEnd = sql<Date>`case
  when now() < expires_at then least(${later}, ${after(5)})
  when now() < ${after(paymentTimes.grace)} then least(${later}, ${after(paymentTimes.grace + 5)})
  else ${later} end`;

/** What news say of payments whose end is not known: only the poller's look at all of them tells that there are none. */
export type PendingKnown = 'some' | 'none' | 'unknown';

/**
 * When the attempt is asked for next, after news of it. One that is open is asked for until it is settled; one that
 * ended, until banks confirm nothing any more, since a payment begun last may succeed late; a paid one until a look that
 * was begun after its session shows nothing pending, since it may have been paid twice.
 */
export async function scheduleCheck(db: Kysely<Database>, attemptId: string, pending: PendingKnown): Promise<void> {
  const claimedAt = sql<Date>`next_check_at - make_interval(secs => ${pauses.lease})`;
  await sql`update payment_attempts set next_check_at = case
      when state in ('created', 'open') then ${laterOrAtTheEnd}
      when ${pending} = 'some' and now() < ${after(paymentTimes.late)} then ${laterOrAtTheEnd}
      when state = 'approved' and now() < ${after(paymentTimes.grace)} then ${after(paymentTimes.grace + 5)}
      when ${pending} = 'unknown' then next_check_at
      when state = 'approved' and ${claimedAt} < ${after(paymentTimes.grace)} then next_check_at
      when state <> 'approved' and now() < ${after(paymentTimes.late)} then ${laterOrAtTheEnd}
    end where id = ${attemptId}`.execute(db);
}

/** After a check that failed: the provider or the database was out of reach. */
export async function postponeCheck(db: Kysely<Database>, attemptId: string): Promise<void> {
  await sql`update payment_attempts set next_check_at = ${later} where id = ${attemptId}`.execute(db);
}

/** An attempt that is due; `is_replaced`: its order gave way to another, and nobody is to pay it any more. */
export type DueAttempt = AskedAttempt & { is_replaced: boolean };

/** Has the attempts of an order looked at with the next run: it was replaced, and can still be paid. */
export async function checkSoon(db: Kysely<Database>, orderId: string): Promise<void> {
  await sql`update payment_attempts set next_check_at = now()
    where order_id = ${orderId} and next_check_at is not null`.execute(db);
}

/**
 * Takes one attempt that is due away from every other poller, for as long as a check may take; a poller that dies leaves
 * it to the next. Undefined where none is due. A provider is asked about its own attempts alone. Materialised, since a plan
 * may look again for what is due with each row that it joins, and take away more than it tells.
 */
export async function claimDue(db: Kysely<Database>, provider: string): Promise<DueAttempt | undefined> {
  const { rows } = await sql<DueAttempt>`
    with due as materialized (
      select id from payment_attempts where provider = ${provider} and next_check_at <= now()
      order by next_check_at limit 1 for update skip locked
    )
    update payment_attempts a set checks = a.checks + 1, next_check_at = now() + make_interval(secs => ${pauses.lease})
    from due where a.id = due.id returning a.id, a.provider_order_id,
      exists (select from orders o where o.id = a.order_id and o.state = 'replaced') as is_replaced`.execute(db);
  return rows[0];
}

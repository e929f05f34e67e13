import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../server/db/schema.ts';
import type { Academy } from '../../booking/academy.ts';

/** Sets the next check to now for every payment attempt that is still being checked. */
export async function makeDue(db: Kysely<Database>): Promise<void> {
  await sql`update payment_attempts set next_check_at = now() where next_check_at is not null`.execute(db);
}

/** Sets the next try to now for every refund that will be tried again. */
export async function makeRefundsDue(db: Kysely<Database>): Promise<void> {
  await sql`update refunds set next_try_at = now() where next_try_at is not null`.execute(db);
}

/** Makes every payment attempt due for a check, runs the payment poller once and expects no failure. */
export async function poll({ db, app }: Academy): Promise<void> {
  await makeDue(db);
  expect((await app.settlePayments()).failures).toEqual([]);
}

/** Returns how many seconds pass until the poller checks a payment attempt again; null if it never does. */
export async function nextCheckIn(db: Kysely<Database>, attemptId: string): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('payment_attempts')
    .select(sql<number | null>`extract(epoch from next_check_at - now())::float`.as('seconds'))
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Sets the stored end of an attempt's payment session to `seconds` ago. */
export async function endedAgo(db: Kysely<Database>, attemptId: string, seconds: number): Promise<void> {
  await sql`update payment_attempts set expires_at = now() - make_interval(secs => ${seconds})
    where id = ${attemptId}`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../server/db/schema.ts';
import type { Academy } from '../booking/academy.ts';

/** Time passes until every attempt that is looked for again is due. */
export async function makeDue(db: Kysely<Database>): Promise<void> {
  await sql`update payment_attempts set next_check_at = now() where next_check_at is not null`.execute(db);
}

/** Time passes until every refund on its way is due. */
export async function makeRefundsDue(db: Kysely<Database>): Promise<void> {
  await sql`update refunds set next_try_at = now() where next_try_at is not null`.execute(db);
}

/** A run of the poller over everything that it looks for again, without a failure. */
export async function poll({ db, app }: Academy): Promise<void> {
  await makeDue(db);
  expect((await app.settlePayments()).failures).toEqual([]);
}

/** Seconds until the poller looks again; null where it never does. */
export async function nextCheckIn(db: Kysely<Database>, attemptId: string): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('payment_attempts')
    .select(sql<number | null>`extract(epoch from next_check_at - now())::float`.as('seconds'))
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Lets an attempt's session have ended so many seconds ago, in our books. */
export async function endedAgo(db: Kysely<Database>, attemptId: string, seconds: number): Promise<void> {
  await sql`update payment_attempts set expires_at = now() - make_interval(secs => ${seconds})
    where id = ${attemptId}`.execute(db);
}

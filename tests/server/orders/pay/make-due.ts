import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../server/db/schema.ts';
import type { Academy } from '../../booking/academy.ts';

/** Makes all planned checks of payment attempts due now. */
export async function makeDue(db: Kysely<Database>): Promise<void> {
  await sql`update payment_attempts set next_check_at = now() where next_check_at is not null`.execute(db);
}

/** Makes all planned tries of refunds due now. */
export async function makeRefundsDue(db: Kysely<Database>): Promise<void> {
  await sql`update refunds set next_try_at = now() where next_try_at is not null`.execute(db);
}

/**
 * Makes all planned checks of payment attempts due now. Then runs the payment poller once and expects that nothing
 * fails.
 */
export async function poll({ db, app }: Academy): Promise<void> {
  await makeDue(db);
  expect((await app.settlePayments()).failures).toEqual([]);
}

/**
 * Returns in how many seconds the payment poller will check a payment attempt again; null if it will not check it
 * again.
 */
export async function nextCheckIn(db: Kysely<Database>, attemptId: string): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('payment_attempts')
    .select(sql<number | null>`extract(epoch from next_check_at - now())::float`.as('seconds'))
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Changes a payment attempt so that its payment session ended `seconds` ago. */
export async function endedAgo(db: Kysely<Database>, attemptId: string, seconds: number): Promise<void> {
  await sql`update payment_attempts set expires_at = now() - make_interval(secs => ${seconds})
    where id = ${attemptId}`.execute(db);
}

/** Returns in how many seconds the refund of an order is tried again. */
export async function nextTryIn(db: Kysely<Database>, orderId: string): Promise<number> {
  const { seconds } = await db
    .selectFrom('refunds')
    .select(sql<number>`extract(epoch from next_try_at - now())::integer`.as('seconds'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return seconds;
}

/** Expects that the refund of an order is tried again in about `seconds` seconds. */
export async function expectPause(db: Kysely<Database>, orderId: string, seconds: number): Promise<void> {
  const left = await nextTryIn(db, orderId);
  expect(left).toBeLessThanOrEqual(seconds);
  expect(left).toBeGreaterThan(seconds * 0.8);
}

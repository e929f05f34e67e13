import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * How password guessing is slowed down. Times are in milliseconds. The first `free` tries cause no wait. Each further
 * try makes the next one wait: first for `first`, then twice as long each time, up to `longest`. If no try follows
 * within `forgottenAfter` after the end of a wait, counting starts again.
 */
export type TryLimits = { free: number; first: number; longest: number; forgottenAfter: number };

/**
 * If a password try is allowed now, counts it under `key`, which says who tries the password, and returns null.
 * Otherwise returns the time from which the next try is allowed. Uses a single statement, so that simultaneous tries
 * are counted correctly.
 */
export async function addTry(
  db: Kysely<Database>,
  key: string,
  { now, limits }: { now: Date; limits: TryLimits },
): Promise<Date | null> {
  const forgotten = new Date(now.getTime() - limits.forgottenAfter);
  const tries = sql<number>`case when password_source_tries.next_at <= ${forgotten} then 1 else password_source_tries.tries + 1 end`;
  const wait = sql<number>`case when ${tries} <= ${limits.free}::integer then 0
    else least(${limits.first}::float8 * power(2, ${tries} - ${limits.free}::integer - 1), ${limits.longest}::float8) end`;
  const counted = await db
    .insertInto('password_source_tries')
    .values({ key, tries: 1, next_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ tries, next_at: sql`${now}::timestamptz + ${wait} * interval '1 millisecond'` })
        .where('password_source_tries.next_at', '<=', now),
    )
    .returning('tries')
    .executeTakeFirst();
  return counted ? null : findNextTry(db, key);
}

/** The time from which the next password try under `key` is allowed; null if no try is stored under this key. */
export async function findNextTry(db: Kysely<Database>, key: string): Promise<Date | null> {
  const row = await db.selectFrom('password_source_tries').select('next_at').where('key', '=', key).executeTakeFirst();
  return row?.next_at ?? null;
}

export async function deleteTries(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('password_source_tries').where('key', '=', key).execute();
}

export async function deleteTriesBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('password_source_tries').where('next_at', '<=', before).execute();
}

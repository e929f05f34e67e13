import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Milliseconds. `free` tries go without a wait, then each waits twice as long as the one before, up to `longest`. */
export type TryPace = { free: number; first: number; longest: number; forgottenAfter: number };

/**
 * Counts a try, if one may be made now; answers when the next one may otherwise. One statement: tries that come together
 * are counted one after the other.
 */
export async function takeTry(
  db: Kysely<Database>,
  userId: string,
  { now, pace }: { now: Date; pace: TryPace },
): Promise<Date | null> {
  const forgotten = new Date(now.getTime() - pace.forgottenAfter);
  const tries = sql<number>`case when password_tries.next_at <= ${forgotten} then 1 else password_tries.tries + 1 end`;
  const wait = sql<number>`case when ${tries} <= ${pace.free}::integer then 0
    else least(${pace.first}::float8 * power(2, ${tries} - ${pace.free}::integer - 1), ${pace.longest}::float8) end`;
  const taken = await db
    .insertInto('password_tries')
    .values({ user_id: userId, tries: 1, next_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ tries, next_at: sql`${now}::timestamptz + ${wait} * interval '1 millisecond'` })
        .where('password_tries.next_at', '<=', now),
    )
    .returning('tries')
    .executeTakeFirst();
  if (taken) return null;
  const row = await db.selectFrom('password_tries').select('next_at').where('user_id', '=', userId).executeTakeFirst();
  return row?.next_at ?? null;
}

export async function forgetTries(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('password_tries').where('user_id', '=', userId).execute();
}

export async function deleteTriesBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db.deleteFrom('password_tries').where('next_at', '<=', moment).execute();
}

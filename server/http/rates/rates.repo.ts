import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * SQL for the hits in a row of `rate_counters` that are later than `since`, in the order in which they were counted. A
 * hit is the time of a counted call. Hits later than two hours after `since` are left out: they were stored before the
 * clock was set back, and would otherwise count for hours. The clocks of several processes do not differ that much.
 */
function hitsSinceSql(since: Date): RawBuilder<Date[]> {
  return sql<Date[]>`array(select hit from unnest(rate_counters.hits) hit
    where hit > ${since}::timestamptz and hit < ${since}::timestamptz + interval '2 hours')`;
}

/**
 * Adds a hit at `now` to a rate counter unless the counter already has `limit` hits after `since`. Returns the number
 * of hits after `since`, including the new one, or null if none was added. It is a single statement, so that concurrent
 * hits are counted correctly, even those of several processes.
 */
export async function addHit(
  db: Kysely<Database>,
  key: string,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number | null> {
  const recentHits = hitsSinceSql(since);
  const counted = await db
    .insertInto('rate_counters')
    .values({ key, hits: sql`array[${now}::timestamptz]`, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: sql`${recentHits} || ${now}::timestamptz`, last_at: now })
        .where(sql<boolean>`cardinality(${recentHits}) < ${limit}::integer`),
    )
    .returning(sql<number>`cardinality(hits)`.as('count'))
    .executeTakeFirst();
  return counted?.count ?? null;
}

/** The oldest hit of a rate counter after `since`; undefined if there is none. */
export async function findOldestHit(db: Kysely<Database>, key: string, since: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('rate_counters')
    .select(sql<Date[]>`${hitsSinceSql(since)}`.as('hits'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.hits[0];
}

/** Removes the newest hit of a rate counter. */
export async function removeNewestHit(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ hits: sql`trim_array(hits, 1)` })
    .where('key', '=', key)
    .where(sql<boolean>`cardinality(hits) > 0`)
    .execute();
}

/** Deletes the rate counters without a hit since `before`. */
export async function deleteCountersBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('last_at', '<', before).execute();
}

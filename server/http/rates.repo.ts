import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** The hits of a row that still count; ascending, as they were added. */
function hitsSince(since: Date): RawBuilder<Date[]> {
  return sql<Date[]>`array(select hit from unnest(rate_counters.hits) hit where hit > ${since}::timestamptz)`;
}

/**
 * Counts a hit of `key` at `now`, if fewer than `limit` came after `since`; answers whether it was counted. One statement:
 * hits that come together are counted one after the other, from however many processes.
 */
export async function addHit(
  db: Kysely<Database>,
  key: string,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<boolean> {
  const fresh = hitsSince(since);
  const counted = await db
    .insertInto('rate_counters')
    .values({ key, hits: sql`array[${now}::timestamptz]`, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: sql`${fresh} || ${now}::timestamptz`, last_at: now })
        .where(sql<boolean>`cardinality(${fresh}) < ${limit}::integer`),
    )
    .returning('key')
    .executeTakeFirst();
  return counted !== undefined;
}

/** The oldest hit of `key` after `since`; undefined without one. */
export async function findOldestHit(db: Kysely<Database>, key: string, since: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('rate_counters')
    .select(sql<Date[]>`${hitsSince(since)}`.as('hits'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.hits[0];
}

/** Takes the newest hit of `key` back. */
export async function takeHitBack(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ hits: sql`trim_array(hits, 1)` })
    .where('key', '=', key)
    .where(sql<boolean>`cardinality(hits) > 0`)
    .execute();
}

/** Deletes the counters that nobody has added to since `moment`. */
export async function deleteHitsBefore(db: Kysely<Database>, moment: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('last_at', '<', moment).execute();
}

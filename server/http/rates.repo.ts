import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Adds one hit to each key of the window that starts at `start`; answers the hits of each. */
export async function addHits(db: Kysely<Database>, keys: string[], start: Date): Promise<Map<string, number>> {
  // Sorted, so that two calls over the same keys never wait for each other crosswise.
  const rows = [...keys].sort().map((key) => ({ key, window_start: start, hits: 1 }));
  const counted = await db
    .insertInto('rate_counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_counters.hits + 1` }),
    )
    .returning(['key', 'hits'])
    .execute();
  return new Map(counted.map((row) => [row.key, row.hits]));
}

/** Takes one hit of `key` back. */
export async function takeHitBack(db: Kysely<Database>, key: string, start: Date): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('key', '=', key)
    .where('window_start', '=', start)
    .execute();
}

/** Deletes the counters of windows that began before `start`. */
export async function deleteHitsBefore(db: Kysely<Database>, start: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('window_start', '<', start).execute();
}

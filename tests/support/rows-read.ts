import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

async function readCounters(db: Kysely<Database>): Promise<Map<string, number>> {
  // By default, PostgreSQL publishes the statistics of a connection at most once a second. `pg_stat_force_next_flush`
  // makes it publish them at the end of the transaction.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_user_tables`.execute(db);
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/**
 * Counts the rows that PostgreSQL reads from each table while `work` runs. Tables without reads are left out. The pool
 * must have only one connection, because each connection publishes its own statistics.
 */
export async function rowsReadBy(db: Kysely<Database>, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCounters(db);
  await work();
  const after = await readCounters(db);
  const read = [...after].map(([name, rows]): [string, number] => [name, rows - (before.get(name) ?? 0)]);
  return Object.fromEntries(read.filter(([, rows]) => rows > 0));
}

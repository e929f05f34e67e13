import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Any number will do that nothing else of ours locks by. */
const everyIdentifier = 7_041_001;

/**
 * Holds identifiers until the transaction ends, so that of two students who want one at once, the one as INDOS and the
 * other as passport number, the second finds the first's: no unique index sees across columns.
 */
export async function lockIdentifiers(tx: Transaction<Database>, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${everyIdentifier}::bigint)`.execute(tx);
  // In one order, so that two who want the same never wait for each other crosswise.
  const sorted = [...new Set(values)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(value, 0)) from unnest(${sorted}::text[]) value`.execute(tx);
}

/** Holds all identifiers, for who brings thousands. */
export async function lockEveryIdentifier(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${everyIdentifier}::bigint)`.execute(tx);
}

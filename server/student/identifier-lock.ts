import { sql } from 'kysely';
import type { Tx } from '../db/schema.ts';

/** An arbitrary advisory lock key that nothing else uses. */
const allIdentifiersKey = 7_041_001;

/**
 * Locks identifiers until the transaction ends. A unique index cannot prevent one number from becoming the INDOS number of one
 * student and the passport number of another at the same time.
 */
export async function lockIdentifiers(tx: Tx, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${allIdentifiersKey}::bigint)`.execute(tx);
  // Lock in sorted order to avoid deadlocks.
  const sorted = [...new Set(values)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(value, 0)) from unnest(${sorted}::text[]) value`.execute(tx);
}

/** Locks all identifiers, for an import of many students. */
export async function lockEveryIdentifier(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allIdentifiersKey}::bigint)`.execute(tx);
}

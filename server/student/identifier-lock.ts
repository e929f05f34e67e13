import { sql } from 'kysely';
import type { Tx } from '../db/schema.ts';

/** An arbitrary key for an advisory lock. Nothing else uses it. */
const allIdentifiersKey = 7_041_001;

/**
 * Locks email addresses, phone numbers, and INDOS and passport numbers until the transaction ends. Otherwise two
 * concurrent transactions could store one number as the INDOS number of one student and the passport number of another,
 * because no unique index covers both columns.
 */
export async function lockIdentifiers(tx: Tx, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${allIdentifiersKey}::bigint)`.execute(tx);
  // The locks are taken in sorted order to avoid deadlocks.
  const sorted = [...new Set(values)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(value, 0)) from unnest(${sorted}::text[]) value`.execute(tx);
}

/** Locks all identifiers of students until the transaction ends, for an import of many students. */
export async function lockEveryIdentifier(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allIdentifiersKey}::bigint)`.execute(tx);
}

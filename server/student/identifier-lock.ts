import { sql } from 'kysely';
import type { Tx } from '../db/schema.ts';

/** The key of the advisory lock that covers all identifiers. The number is arbitrary; no other lock uses it. */
const allIdentifiersKey = 7_041_001;

/**
 * Locks the given email addresses, phone numbers, INDOS numbers and passport numbers until the transaction ends.
 * Without the lock, concurrent transactions could store the same number as the INDOS number of one student and the
 * passport number of another, because no unique index covers both columns.
 */
export async function lockIdentifiers(tx: Tx, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${allIdentifiersKey}::bigint)`.execute(tx);
  // The locks are taken in sorted order to avoid deadlocks.
  const sorted = [...new Set(values)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(value, 0)) from unnest(${sorted}::text[]) value`.execute(tx);
}

/**
 * Locks every possible email address, phone, INDOS and passport number until the transaction ends. An import needs
 * this, because it adds many students.
 */
export async function lockEveryIdentifier(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${allIdentifiersKey}::bigint)`.execute(tx);
}

import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';

/** Stores a version of the terms in a database without content, as loading content would. Returns the version. */
export async function plantTerms(db: Kysely<Database>): Promise<string> {
  const version = '2026-01-01';
  const body = JSON.stringify({ title: 'Terms and Conditions', effectiveDate: version });
  await db
    .insertInto('policy_versions')
    .values({ document: 'terms', version, body, in_force_since: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return version;
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Keys deleted by one statement, so that none holds many rows for long. */
const batchSize = 500;
const mostBatches = 200;

/**
 * Deletes idempotency keys older than 30 days by the database's clock (design, settled 5), some at a time, at most
 * 100,000 a call; answers how many.
 */
export async function deleteOldKeys(db: Kysely<Database>, size = batchSize): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < mostBatches; batch++) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (subject, endpoint, key) in (
        select subject, endpoint, key from idempotency_keys where created_at < now() - interval '30 days'
        order by created_at limit ${size} for update skip locked)`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < size) break;
  }
  return deleted;
}

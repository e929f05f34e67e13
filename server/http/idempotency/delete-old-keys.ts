import { type Kysely, sql } from 'kysely';
import { idempotencyKeyTimes } from '../../../contract/limits.ts';
import type { Database } from '../../db/schema.ts';

/**
 * How many idempotency keys one statement deletes. The number is small, so that a statement does not hold many row
 * locks for long.
 */
const defaultBatchSize = 500;
const maxBatches = 200;

/**
 * Deletes the idempotency keys that have been stored long enough, by the database's clock. One call of this function
 * deletes at most 100,000 keys, in batches. Returns how many keys it has deleted.
 */
export async function deleteOldKeys(db: Kysely<Database>, batchSize = defaultBatchSize): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < maxBatches; batch++) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (subject, endpoint, key) in (
        select subject, endpoint, key from idempotency_keys
        where created_at < now() - ${idempotencyKeyTimes.stored} * interval '1 millisecond'
        order by created_at limit ${batchSize} for update skip locked)`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < batchSize) break;
  }
  return deleted;
}

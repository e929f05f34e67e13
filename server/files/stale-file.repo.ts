import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * A file is stale if it was created before `receiving` and its upload never finished, or if it was created before
 * `unattached` and nothing refers to it.
 */
type StaleBefore = { receiving: Date; unattached: Date };

/**
 * Marks stale files as dropped, so that nothing can attach them any more. Returns the ids of at most `limit` files to
 * remove: those that were just marked, and those that were marked earlier.
 */
export async function dropStaleFiles(db: Kysely<Database>, before: StaleBefore, limit: number): Promise<string[]> {
  const stale = db
    .selectFrom('files')
    .select('id')
    .where('attached_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('state', '=', 'dropped'),
        and([eb('state', '=', 'receiving'), eb('created_at', '<', before.receiving)]),
        and([eb('state', '=', 'stored'), eb('created_at', '<', before.unattached)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const dropped = await db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('id', 'in', stale)
    .returning('id')
    .execute();
  return dropped.map(({ id }) => id);
}

/** Marks the file of a failed upload as dropped. Returns false if the file is stored or was dropped already. */
export async function dropFailedUpload(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the row of a file in the state `dropped`, after its bytes were removed. */
export async function deleteFileRow(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'dropped').execute();
}

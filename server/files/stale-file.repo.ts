import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Times that make a file stale: created before `receiving` if its upload never finished, or before `unattached` if
 * nothing has ever referred to it.
 */
type StaleBefore = { receiving: Date; unattached: Date };

/**
 * Marks up to `limit` stale files as dropped, so that nothing can attach them. Returns the ids of all dropped
 * files.
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

/** Marks the file of a failed upload as dropped. Returns false if it is already stored or dropped. */
export async function dropFailedUpload(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the row of a dropped file, after its bytes were removed. */
export async function deleteFileRow(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'dropped').execute();
}

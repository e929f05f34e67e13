import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Moments before which a file is given up: its bytes never came, or nothing ever named it. */
export type StaleBefore = { receiving: Date; loose: Date };

/** Takes up to `most` files that are over, so that nothing can name them any more; answers their ids. */
export async function takeStaleFiles(db: Kysely<Database>, before: StaleBefore, most: number): Promise<string[]> {
  const stale = db
    .selectFrom('files')
    .select('id')
    .where('attached_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('state', '=', 'dropped'),
        and([eb('state', '=', 'receiving'), eb('created_at', '<', before.receiving)]),
        and([eb('state', '=', 'stored'), eb('created_at', '<', before.loose)]),
      ]),
    )
    .orderBy('created_at')
    .limit(most)
    .forUpdate()
    .skipLocked();
  const taken = await db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('id', 'in', stale)
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

/** Takes a file whose upload failed; false where it has been kept, or was taken before. */
export async function takeFailedFile(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Forgets a file whose bytes are removed. */
export async function forgetFile(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'dropped').execute();
}

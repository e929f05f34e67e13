import { type Kysely, sql } from 'kysely';
import type { ReleaseFiles } from '../db/schema/release.ts';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
/** A file of a release: where it lies in the release's blob. */
export type KeptFile = { blobId: string; first: number; bytes: number; isBrotli: boolean };

/** Notes that a release is served now; answers where its files are kept, and whether they are there. */
export async function noteServed(
  db: Db,
  { release, files, now }: { release: string; files: ReleaseFiles; now: Date },
): Promise<{ blob_id: string; is_stored: boolean }> {
  return db
    .insertInto('releases')
    .values({ release, files: JSON.stringify(files), served_at: now })
    .onConflict((conflict) => conflict.column('release').doUpdateSet({ served_at: now }))
    .returning(['blob_id', 'is_stored'])
    .executeTakeFirstOrThrow();
}

export async function noteStored(db: Db, release: string): Promise<void> {
  await db.updateTable('releases').set({ is_stored: true }).where('release', '=', release).execute();
}

/** A file of whichever release has it: its name carries its hash, so that all are the same. */
export async function findKeptFile(db: Db, address: string): Promise<KeptFile | null> {
  const row = await db
    .selectFrom('releases')
    .select(['blob_id', sql<ReleaseFiles[string]>`files -> ${address}`.as('file')])
    .where('is_stored', '=', true)
    .where(sql<boolean>`files ? ${address}`)
    .orderBy('served_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const [first, bytes, isBrotli] = row.file;
  return { blobId: row.blob_id, first, bytes, isBrotli };
}

/**
 * Takes releases that nobody has served since `before`; answers their blobs. The row stays for its bytes under another name:
 * should the release be served again, it is kept anew.
 */
export async function takeOldReleases(db: Db, before: Date): Promise<string[]> {
  const taken = await db
    .updateTable('releases')
    .set({ is_stored: false, release: sql<string>`blob_id::text` })
    .where('served_at', '<', before)
    .returning('blob_id')
    .execute();
  return taken.map(({ blob_id }) => blob_id);
}

/** Forgets a release whose bytes are removed. */
export async function forgetRelease(db: Db, blobId: string): Promise<void> {
  await db.deleteFrom('releases').where('blob_id', '=', blobId).execute();
}

import { sql } from 'kysely';
import type { ReleaseFiles } from '../../db/schema/release.ts';
import type { Db } from '../../db/schema.ts';

/** Where a file of a release is stored: `bytes` bytes of the release's blob, from the offset `first`. */
export type ReleaseFile = { blobId: string; first: number; bytes: number; isBrotli: boolean };

/**
 * Records that a release is being served. Returns the id of the release's blob, and whether the blob is stored
 * already.
 */
export async function recordServed(
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

export async function markStored(db: Db, release: string): Promise<void> {
  await db.updateTable('releases').set({ is_stored: true }).where('release', '=', release).execute();
}

/**
 * Reads where each file of the stored releases is, by URL path without the leading `/`. File names contain a hash of
 * the content, so files of different releases with the same name have the same content.
 */
export async function readReleaseFiles(db: Db): Promise<Map<string, ReleaseFile>> {
  const rows = await db
    .selectFrom('releases')
    .select(['blob_id', 'files'])
    .where('is_stored', '=', true)
    .orderBy('served_at')
    .execute();
  const files = new Map<string, ReleaseFile>();
  for (const row of rows)
    for (const [path, [first, bytes, isBrotli]] of Object.entries(row.files))
      files.set(path, { blobId: row.blob_id, first, bytes, isBrotli });
  return files;
}

/**
 * Marks for removal the releases that were last served before the time `before`. Returns the ids of their blobs. Each
 * marked row gets the blob's id in place of the release's name. A release can thus be stored again under its name
 * before its old blob is removed.
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

/** Deletes the row of a release, after its blob was removed from the file store. */
export async function deleteRelease(db: Db, blobId: string): Promise<void> {
  await db.deleteFrom('releases').where('blob_id', '=', blobId).execute();
}

import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { PreparedPicture } from './prepare-picture.ts';

/** Matches the URL paths that uploaded pictures have. Some pictures of the content folder have such paths too. */
const picturePath = /^\/media\/[a-z]+\/[a-z0-9-]+\.(?:webp|avif)$/;

/**
 * Stores the files of an uploaded picture. If an earlier upload of the same picture has stored a file, that file stays
 * unchanged.
 */
export async function insertPicture(
  tx: Tx,
  stem: string,
  files: readonly PreparedPicture[],
  by: { staffId: string; now: Date },
): Promise<void> {
  const rows = files.map(({ ending, mediaType: media_type, bytes, width, height }) => ({
    path: `${stem}${ending}`,
    ...{ media_type, bytes, width, height, created_at: by.now, created_by: by.staffId },
  }));
  await tx
    .insertInto('content_pictures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The URL paths of all files of uploaded pictures. A picture has one file for each size. */
export async function listPicturePaths(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('content_pictures').select('path').orderBy('path').execute();
  return rows.map(({ path }) => path);
}

/** The file of an uploaded picture that is served under a URL path; null if there is none. */
export async function readPicture(
  db: Kysely<Database>,
  path: string,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  if (!picturePath.test(path)) return null;
  const picture = db
    .selectFrom('content_pictures')
    .select(['media_type as mediaType', 'bytes'])
    .where('path', '=', path);
  return (await picture.executeTakeFirst()) ?? null;
}

/**
 * The size in bytes and the SHA-256 hash (base64url) of the uploaded picture file with this URL path; null if there is
 * none.
 */
export async function measurePicture(
  db: Kysely<Database>,
  path: string,
): Promise<{ bytes: number; hash: string } | null> {
  const picture = await readPicture(db, path);
  return (
    picture && {
      bytes: picture.bytes.length,
      hash: createHash('sha256').update(picture.bytes).digest('base64url'),
    }
  );
}

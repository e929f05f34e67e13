import type { Generated } from 'kysely';
import type { Json, Timestamp } from './columns.ts';

/**
 * Where each file of a release is in the release's blob, which contains all files one after the other: the offset of
 * its first byte, its number of bytes, and whether it is compressed with Brotli. The keys are URL paths without the
 * leading `/`.
 */
export type ReleaseFiles = Record<string, [first: number, bytes: number, isBrotli: boolean]>;

type ReleaseRow = {
  release: string;
  blob_id: Generated<string>;
  files: Json<ReleaseFiles>;
  is_stored: Generated<boolean>;
  served_at: Timestamp;
};

/** Table of the releases whose files can still be served (0017-releases.sql). */
export type ReleaseTables = { releases: ReleaseRow };

import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

/** Where files lie in a release's blob, by address below `/`. */
export type ReleaseFiles = Record<string, [first: number, bytes: number, isBrotli: boolean]>;

type ReleaseRow = {
  release: string;
  blob_id: Generated<string>;
  files: Json<ReleaseFiles>;
  is_stored: Generated<boolean>;
  served_at: Moment;
};

/** What the site was built of before (0017-releases.sql). */
export type ReleaseTables = { releases: ReleaseRow };

import { stat } from 'node:fs/promises';
import { counted } from '../../../contract/counted.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { type BackupReport, writeBackup } from '../../backup/write-backup.ts';
import { openDatabase } from '../../db/connection/client.ts';
import { reachDatabase } from '../../db/open.ts';
import { type Env, readEnv } from '../../env.ts';
import { readFolderId, requireOwnFolder, uploadFolderOf, writeFolderId } from '../../files/upload-folder.ts';
import type { Blobs } from '../../providers/blobs/blobs.ts';
import { diskPort, s3Port } from '../../providers/ports.ts';
import type { Action } from '../command/action.ts';
import { recordReading } from '../command/apply-change.ts';
import { textArg } from '../command/arg-schemas.ts';
import { CommandError } from '../command/command-errors.ts';
import { requireCluster } from '../command/with-database.ts';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Tells staff how to back up the database at `url`. The text sets PGSSLROOTCERT if necessary: unlike the server,
 * pg_dump does not by itself trust the machine's certificate authorities.
 */
function externalNotes(url: string): string {
  const { searchParams } = new URL(url);
  const needsRoots = searchParams.get('sslmode') === 'verify-full' && !searchParams.has('sslrootcert');
  return `The database is your own PostgreSQL (DATABASE_URL). Back it up with its own tools, before the uploads:
${needsRoots ? '  export PGSSLROOTCERT=system\n' : ''}  pg_dump --format=custom --no-owner --file=landfall.dump "$DATABASE_URL"
and restore it into an empty database, while no server is running:
  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" landfall.dump
`;
}
const bucketNotes = `The uploads are in the bucket S3_BUCKET and are not copied: use its versioning or replication.
`;
const nothingText =
  'nothing was backed up, because the database is your own PostgreSQL and the uploads are in a bucket: back them up as said above, and switch the nightly backup off';

/** Opens the configured database without migrating it, and closes it after `work`. @throws StartError if it cannot */
async function withUrl<T>(env: Env, work: (url: string, isPooled: boolean) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) {
    const { isPooled } = await reachDatabase(env.DATABASE_URL);
    return work(env.DATABASE_URL, isPooled);
  }
  await requireCluster(env);
  const { startEmbedded } = await import('../../db/embedded/start-embedded.ts');
  const cluster = await startEmbedded({ dataDir: env.DATA_DIR, mayShare: true });
  return work(cluster.url, false).finally(() => cluster.stop());
}

function reportText({ tables, rows, files }: BackupReport, path: string, bytes: number): string {
  const parts = [...(tables > 0 ? [counted(tables, 'table'), counted(rows, 'row')] : []), counted(files, 'upload')];
  return `${path}: ${parts.join(', ')}, ${megabytes(bytes)}\n`;
}

const missingText = ({ missing }: BackupReport) =>
  missing.map((id) => `the upload ${id} is not in the backup: it was deleted, or is missing\n`).join('');

/**
 * Says that none of the uploads is in their folder. Single uploads may be deleted while the backup is made, but if all
 * are missing, the disk is probably not mounted.
 */
function noUploadsText({ missing }: BackupReport, folder: string): string {
  const which = missing.length === 1 ? 'the upload is not' : `none of the ${missing.length} uploads is`;
  return `${which} in ${folder}: correct DATA_DIR, or mount its disk. This backup has no uploads\n`;
}

/** The staff command `landfall backup`. */
export const backupAction: Action = {
  name: 'backup',
  summary: 'writes the database and the uploads into a new file, while the server runs',
  args: { file: { about: 'the file to write; it must not exist', schema: textArg } },
  options: {},
  notes: `The file is full of personal data. Only its owner can read it. Store it on another machine.
The audit log says who made it.
With DATABASE_URL, only the uploads are written, and the commands for the database are printed.
With S3_BUCKET too, nothing is left to write, and the command fails.`,
  exitOne: 'failed, or the backup has none of the uploads',
  async run(input, call) {
    const { context } = call;
    const env = readEnv(context.variables);
    const path = String(input.args.file);
    if (env.DATABASE_URL) await context.out(externalNotes(env.DATABASE_URL));
    if (env.S3_BUCKET) await context.out(bucketNotes);
    // Fail, so that the nightly timer is noticed, and does not delete the older backups.
    if (env.DATABASE_URL && env.S3_BUCKET) throw new CommandError(nothingText);
    const blobs: Blobs | null = env.S3_BUCKET ? null : diskPort(env).blobs;
    const folder = uploadFolderOf(env.DATA_DIR);
    const folderId = blobs ? await readFolderId(folder) : null;
    const options = { withDatabase: !env.DATABASE_URL, blobs, path, now: new Date(), folderId };
    const report = await withUrl(env, async (url, isPooled) => {
      const db = openDatabase(url, { max: 1, isPooled });
      try {
        if (blobs && env.DATABASE_URL) await requireOwnFolder(db, folder);
        await recordReading(db, call, input);
      } finally {
        await db.destroy();
      }
      return writeBackup({ ...options, url });
    });
    await context.out(reportText(report, path, (await stat(path)).size));
    if (report.files === 0 && report.missing.length > 0) {
      await context.err(noUploadsText(report, folder));
      return 1;
    }
    if (report.missing.length > 0) await context.out(missingText(report));
    return 0;
  },
};

/** The operator command `landfall restore`. */
export const restoreAction: Action = {
  name: 'restore',
  summary: 'restores a backup into an empty DATA_DIR, on this or another machine',
  args: { file: { about: 'a file that landfall backup has written', schema: textArg } },
  options: {},
  notes: `The folder must be empty. If anything fails, it is empty again.
With DATABASE_URL, only a backup of uploads alone can be restored: the database is restored by its own tools.
Use the same SECRET as before: it encrypts the keys of staff's authenticator apps. With another one, only passkeys still
work, and other staff need landfall staff reset. Lookups and retries that were under way depend on it too.`,
  async run({ args }, { context }) {
    const env = readEnv(context.variables);
    const { blobs } = { ...diskPort(env), ...s3Port(env) };
    const restoreFolderId = async (id: string) => {
      if (!env.S3_BUCKET) await writeFolderId(uploadFolderOf(env.DATA_DIR), id);
    };
    const report = await restoreBackup({
      path: String(args.file),
      dataDir: env.DATA_DIR,
      blobs,
      restoreFolderId,
      hasOwnDatabase: env.DATABASE_URL !== undefined,
    });
    const what = report.hasDatabase ? `${counted(report.rows, 'row')} and ` : '';
    await context.out(
      `${env.DATA_DIR}: ${what}${counted(report.files, 'upload')} of ${report.createdAt}\n` +
        'Now run landfall seats reconcile, then start the server.\n',
    );
    return 0;
  },
};

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '../db/connection/client.ts';
import { restoreMarker, startEmbedded } from '../db/embedded/start-embedded.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import {
  BackupError,
  type Entry,
  entryNames,
  type Manifest,
  manifestSchema,
  readArchive,
  readJson,
  type Summary,
  sha256,
  summarySchema,
  toReadError,
} from './archive.ts';
import { TableLoader } from './restore-tables.ts';
import { withConnection } from './with-connection.ts';

type RestoreOptions = {
  path: string;
  dataDir: string;
  /** Where the uploads are stored: in the folder `files` of `dataDir`, or in a bucket. */
  blobs: Blobs;
  /**
   * Writes the id of the original folder of uploads into the restored folder. The restored database contains the same
   * id; a server does not start if the two differ.
   */
  restoreFolderId: (id: string) => Promise<unknown>;
  /**
   * Whether the site uses a PostgreSQL server that the operator runs, instead of the embedded one. If so, only a backup
   * without a database can be restored.
   */
  hasOwnDatabase: boolean;
};

/** What was restored. `createdAt`: when the backup was made. */
export type RestoreReport = { createdAt: string; hasDatabase: boolean; rows: number; files: number };

/** Checks that the data folder to restore into is empty. @throws BackupError if it is not empty or cannot be read */
async function requireEmpty(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`the data folder ${resolve(dataDir)} can't be read (${error.code})`);
  });
  if (entries.length > 0)
    throw new BackupError(
      `the data folder ${resolve(dataDir)} is not empty: move it away, or set DATA_DIR to another folder`,
    );
}

async function requireKnownSchema({ lastMigration }: NonNullable<Manifest['database']>): Promise<void> {
  if ((await listMigrations()).includes(lastMigration)) return;
  throw new BackupError(`this backup was made by a later release (with ${lastMigration}): install that release first`);
}

/** Migrates the new database to the migration `upTo`, by default to the newest migration of this release. */
async function migrateTo(url: string, upTo?: string): Promise<void> {
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  await migrate(db, undefined, upTo).finally(() => db.destroy());
}

/** Stores one upload in the file store. Returns its SHA-256. */
async function restoreFile({ content }: Entry, id: string, { blobs, dataDir }: RestoreOptions): Promise<string> {
  const bytes = await buffer(content);
  const folder = join(dataDir, 'files', 'incoming');
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600 });
  const hash = sha256(bytes);
  const file = { path, bytes: bytes.length, sha256: Buffer.from(hash, 'hex'), mediaType: 'application/octet-stream' };
  await blobs.put(id, file);
  return hash;
}

/**
 * Reads the entries of a backup after its manifest, and loads the rows and uploads in them. Checks them against the
 * summary at the end of the backup, and returns the summary.
 */
async function loadEntries(
  entries: AsyncGenerator<Entry>,
  loader: TableLoader | null,
  options: RestoreOptions,
): Promise<Summary> {
  const hashes: Record<string, string> = {};
  for await (const entry of entries) {
    if (entry.name.startsWith(entryNames.tables) && loader) await loader.load(entry);
    else if (entry.name.startsWith(entryNames.files)) {
      const id = entry.name.slice(entryNames.files.length);
      hashes[id] = await restoreFile(entry, id, options);
    } else if (entry.name === entryNames.summary) {
      const summary = await readJson(summarySchema, entry);
      for (const [id, hash] of Object.entries(summary.files))
        if (hashes[id] !== hash) throw new BackupError(`the upload ${id} is missing or damaged in this backup`);
      await loader?.commit(summary);
      return summary;
    } else throw new BackupError(`${entry.name} does not belong into a backup`);
  }
  throw new BackupError('this backup is incomplete: its end is missing');
}

async function restoreDatabase(
  database: NonNullable<Manifest['database']>,
  entries: AsyncGenerator<Entry>,
  options: RestoreOptions,
): Promise<Summary> {
  await requireKnownSchema(database);
  const cluster = await startEmbedded({ dataDir: options.dataDir, isRestoring: true });
  try {
    await migrateTo(cluster.url, database.lastMigration);
    // Connect as the superuser, because only a superuser may disable triggers.
    const adminUrl = cluster.adminUrl.replace(/\/postgres$/, '/landfall');
    const summary = await withConnection(adminUrl, async (client) => {
      const loader = await TableLoader.begin(client, database.tables);
      return loadEntries(entries, loader, options);
    });
    await migrateTo(cluster.url);
    return summary;
  } finally {
    await cluster.stop();
  }
}

/**
 * Restores a backup into an empty data folder. If anything fails, the folder is empty again.
 * @throws BackupError if the folder is not empty, or the backup is damaged or of a later release
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  await requireEmpty(options.dataDir);
  const entries = readArchive(options.path);
  try {
    const first = await entries.next();
    if (first.done || first.value.name !== entryNames.manifest)
      throw new BackupError(`${options.path} is no backup of Landfall`);
    const marker = join(options.dataDir, restoreMarker);
    await mkdir(options.dataDir, { recursive: true });
    await writeFile(marker, '');
    const { createdAt, database, folderId } = await readJson(manifestSchema, first.value);
    if (database && options.hasOwnDatabase)
      throw new BackupError(
        'this backup has a database, which is restored into DATA_DIR only: unset DATABASE_URL, or use pg_restore',
      );
    const summary = database
      ? await restoreDatabase(database, entries, options)
      : await loadEntries(entries, null, options);
    if (folderId) await options.restoreFolderId(folderId);
    await rm(marker);
    const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
    return { createdAt, hasDatabase: database !== null, rows, files: Object.keys(summary.files).length };
  } catch (error) {
    const made = await readdir(options.dataDir).catch(() => []);
    for (const name of made) await rm(join(options.dataDir, name), { recursive: true, force: true });
    throw toReadError(error, options.path);
  } finally {
    await entries.return(undefined);
  }
}

import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { type AddEntry, entryNames, type Manifest, type Summary, sha256, writeArchive } from './archive.ts';
import { dumpTables, listTables, readSequences } from './dump-tables.ts';
import { withConnection } from './with-connection.ts';

type BackupOptions = {
  /** URL of the database. Even a backup of only the uploads reads the ids of the uploads from it. */
  url: string;
  /** Whether the backup contains the database and the uploads, or only the uploads. */
  withDatabase: boolean;
  /** The store of the uploads; null if the uploads are not to be copied. */
  blobs: Blobs | null;
  path: string;
  now: Date;
  /**
   * The id of the folder of uploads (`upload-folder.ts`); null if the folder has none, or if the uploads are not to be
   * copied.
   */
  folderId?: string | null;
};

/** What a backup contains. `missing`: ids of uploads that were deleted while the backup was being made. */
export type BackupReport = { tables: number; rows: number; files: number; missing: string[] };

/**
 * The ids of the stored uploads, and of the stored releases (each packed into one file), as the current transaction of
 * `client` sees them.
 */
async function listFiles(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`
    select id::text from files where state = 'stored'
    union all select blob_id::text from releases where is_stored order by id`);
  return rows.map(({ id }) => id);
}

async function addFiles(
  blobs: Blobs,
  ids: readonly string[],
  add: AddEntry,
): Promise<Pick<Summary, 'files'> & Pick<BackupReport, 'missing'>> {
  const files: Record<string, string> = {};
  const missing: string[] = [];
  for (const id of ids) {
    const stream = await blobs.open(id);
    if (!stream) {
      missing.push(id);
      continue;
    }
    const content = await buffer(stream);
    await add(`${entryNames.files}${id}`, content);
    files[id] = sha256(content);
  }
  return { files, missing };
}

async function readLastMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration');
  return rows[0]?.name ?? '';
}

/**
 * Begins a transaction that reads one snapshot. The time limits of the database role are turned off: they are meant for
 * the server, and a backup may take longer.
 */
async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(`select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`);
}

/**
 * Writes a backup while the server runs. All tables are read in one transaction, so their rows agree with each other.
 * The uploads to which these rows refer are copied afterwards (decision 113, "Back up the embedded database as data,
 * not as files").
 * @throws BackupError if the file exists or cannot be written, or if PostgreSQL ends the connection
 */
export async function writeBackup({
  url,
  withDatabase,
  blobs,
  path,
  now,
  folderId,
}: BackupOptions): Promise<BackupReport> {
  return withConnection(url, async (client) => {
    await beginSnapshot(client);
    const tables = withDatabase ? await listTables(client) : [];
    const database = withDatabase ? { lastMigration: await readLastMigration(client), tables } : null;
    const report: BackupReport = { tables: tables.length, rows: 0, files: 0, missing: [] };
    await writeArchive(path, async (add) => {
      const manifest: Manifest = { format: 1, createdAt: now.toISOString(), database, folderId };
      const addJson = (name: string, value: object) => add(name, Buffer.from(`${JSON.stringify(value)}\n`));
      await addJson(entryNames.manifest, manifest);
      const rows = await dumpTables(client, tables, add);
      const sequences = withDatabase ? await readSequences(client) : {};
      const ids = blobs ? await listFiles(client) : [];
      // Commit before the uploads are copied, which may take long: an open transaction keeps PostgreSQL from removing
      // old row versions.
      await client.query('commit');
      const { files, missing } = blobs ? await addFiles(blobs, ids, add) : { files: {}, missing: [] };
      const summary: Summary = { rows, sequences, files };
      await addJson(entryNames.summary, summary);
      report.rows = Object.values(rows).reduce((sum, count) => sum + count, 0);
      report.files = Object.keys(files).length;
      report.missing = missing;
    });
    return report;
  });
}

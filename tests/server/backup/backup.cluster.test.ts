import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readArchive } from '../../../server/backup/archive.ts';
import { TableLoader } from '../../../server/backup/restore-tables.ts';
import { writeBackup } from '../../../server/backup/write-backup.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { readPostmaster } from '../../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { stopPostmaster } from '../../../server/db/embedded/stop-postmaster.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { readFolderId, writeFolderId } from '../../../server/files/upload-folder.ts';
import type { Blobs } from '../../../server/providers/blobs/blobs.ts';
import { diskBlobs } from '../../../server/providers/blobs/disk-blobs.ts';
import { root } from '../../repository/source-files.ts';
import { killHard } from '../../support/owner-process.ts';
import { makeScratchFolder } from '../../support/scratch-folder.ts';
import { createStudent } from '../../support/student.ts';
import { landfallIn } from './landfall-in.ts';

let folder = '';
let dataDir = '';
let backupFile = '';
let cluster: Awaited<ReturnType<typeof startEmbedded>>;
const uploadId = randomUUID();

/** Stores the bytes of the upload in a data folder. */
async function storeUpload(target: string): Promise<void> {
  const path = join(folder, 'upload');
  await writeFile(path, 'upload');
  const file = { path, bytes: 6, sha256: Buffer.alloc(32), mediaType: 'application/pdf' };
  await diskBlobs(join(target, 'files')).put(uploadId, file);
}

/** A small database with one upload, and its backup. */
beforeAll(async () => {
  folder = await makeScratchFolder(`landfall-test-${process.pid}-`);
  dataDir = join(folder, 'data');
  backupFile = join(folder, 'first.backup');
  cluster = await startEmbedded({ dataDir });
  const db = openDatabase(cluster.url, { max: 2 });
  await migrate(db);
  const { id } = await createStudent(db, { first_name: 'Tab\there, \\N and\nline' });
  await sql`insert into files (id, student_id, purpose, state, media_type, bytes, sha256)
    values (${uploadId}, ${id}, 'document', 'stored', 'application/pdf', 6, '\\x00')`.execute(db);
  await sql`insert into audit_entries (actor, command, arguments) values ('Priya', 'seats reconcile', '{}')`.execute(
    db,
  );
  await db.destroy();
  await storeUpload(dataDir);
  expect(await landfallIn(dataDir)('backup', backupFile)).toMatchObject({ code: 0, err: '' });
}, 180_000);
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const newFolder = () => join(folder, randomUUID());

/** Starts a backup that must wait because the table `students` is locked. `release` unlocks the table. */
async function startBlocked(name: string) {
  const client = new pg.Client({ connectionString: cluster.adminUrl.replace(/\/postgres$/, '/landfall') });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table students');
  const blobs = diskBlobs(join(dataDir, 'files'));
  const backup = writeBackup({
    url: cluster.url,
    withDatabase: true,
    blobs,
    path: join(folder, name),
    now: new Date(),
  });
  return { backup, release: () => client.query('rollback') };
}

describe('backup', () => {
  it('the command backup refuses to overwrite an existing file and leaves no partial file', async () => {
    const before = await readFile(backupFile);
    const { code, err } = await landfallIn(dataDir)('backup', backupFile);
    expect({ code, err }).toEqual({ code: 1, err: `${backupFile} is there already: name another file\n` });
    expect(await readFile(backupFile)).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('the command backup reports a target folder that does not exist, and a data folder without a database', async () => {
    const nowhere = join(folder, 'nowhere', 'file');
    expect((await landfallIn(dataDir)('backup', nowhere)).err).toBe(
      `${nowhere} can't be written: there is no such folder; create it, and let the user of the server write there (ENOENT)\n`,
    );
    const empty = newFolder();
    expect((await landfallIn(empty)('backup', join(folder, 'x'))).err).toContain(`no database in ${empty} yet`);
  });

  it('the command backup reports an upload whose file is missing, and backs up everything else', async () => {
    const db = openDatabase(cluster.url, { max: 1 });
    const lost = randomUUID();
    await sql`insert into files (id, student_id, purpose, state, media_type, bytes, sha256)
      select ${lost}, id, 'document', 'stored', 'application/pdf', 6, '\\x00' from students`.execute(db);
    const { code, out } = await landfallIn(dataDir)('backup', join(folder, 'missing.backup'));
    await sql`delete from files where id = ${lost}`.execute(db);
    await db.destroy();
    expect(code).toBe(0);
    expect(out).toContain(`the upload ${lost} is not in the backup`);
    expect(out).toContain('1 upload,');
  });

  it('the command backup fails if the uploads are missing, such as when their disk is not mounted, but still backs up the database', async () => {
    const [files, away] = [join(dataDir, 'files'), join(dataDir, 'files-away')];
    await rename(files, away);
    await mkdir(files);
    const path = join(folder, 'unmounted.backup');
    const { code, out, err } = await landfallIn(dataDir)('backup', path);
    await rm(files, { recursive: true });
    await rename(away, files);
    expect(code).toBe(1);
    expect(out).toMatch(/ tables, .* 0 uploads, /);
    expect(err).toBe(
      `the upload is not in ${files}: correct DATA_DIR, or mount its disk. This backup has no uploads\n`,
    );
  });

  it('with DATABASE_URL set, the command backup refuses a data folder with the uploads of another site', async () => {
    const db = openDatabase(cluster.url, { max: 1 });
    onTestFinished(() => db.destroy());
    const own = randomUUID();
    await db.insertInto('upload_folder').values({ id: own }).execute();
    const foreign = newFolder();
    await writeFolderId(join(foreign, 'files'), randomUUID());
    const path = join(folder, 'foreign.backup');
    const { code, err } = await landfallIn(foreign, { DATABASE_URL: cluster.url })('backup', path);
    await db.deleteFrom('upload_folder').execute();
    expect(code).toBe(1);
    expect(err).toContain(`the uploads of this database are not in ${join(foreign, 'files')}`);
    expect(existsSync(path)).toBe(false);
  });

  it('the command backup writes an audit entry with the person who ran it, also if it copies only the uploads', async () => {
    const db = openDatabase(cluster.url, { max: 1 });
    onTestFinished(() => db.destroy());
    const { id: last } = await db
      .selectFrom('audit_entries')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    const [whole, uploads] = [join(folder, 'whole.backup'), join(folder, 'uploads-alone.backup')];
    await landfallIn(dataDir, { LANDFALL_ACTOR: 'Priya' })('backup', whole);
    await landfallIn(dataDir, { LANDFALL_ACTOR: 'Anna', DATABASE_URL: cluster.url })('backup', uploads);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['actor', 'command', 'arguments', 'before', 'after'])
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    const entry = { command: 'backup', before: null, after: null };
    expect(entries).toEqual([
      { ...entry, actor: 'Priya', arguments: { file: whole } },
      { ...entry, actor: 'Anna', arguments: { file: uploads } },
    ]);
  });

  it('the command backup holds no database transaction open while it copies the uploads', async () => {
    const db = openDatabase(cluster.url, { max: 1 });
    onTestFinished(() => db.destroy());
    const states: string[] = [];
    const blobs: Blobs = {
      ...diskBlobs(join(dataDir, 'files')),
      async open(id) {
        const { rows } = await sql<{ state: string }>`
          select state from pg_stat_activity where application_name = 'landfall backup'`.execute(db);
        states.push(...rows.map(({ state }) => state));
        return diskBlobs(join(dataDir, 'files')).open(id);
      },
    };
    const options = { url: cluster.url, withDatabase: true, blobs, now: new Date() };
    await writeBackup({ ...options, path: join(folder, 'idle.backup') });
    expect(states).toEqual(['idle']);
  });

  it('the command backup is not aborted by the statement timeout of its PostgreSQL role', async () => {
    const admin = openDatabase(cluster.adminUrl, { max: 2 });
    onTestFinished(() => admin.destroy());
    await sql`alter role landfall set statement_timeout = '300ms'`.execute(admin);
    onTestFinished(async () => void (await sql`alter role landfall reset statement_timeout`.execute(admin)));
    const { backup, release } = await startBlocked('limited.backup');
    const isBeyondLimit = async () => {
      const { rows } = await sql`select from pg_stat_activity where application_name = 'landfall backup'
        and wait_event_type = 'Lock' and query_start < now() - interval '500 milliseconds'`.execute(admin);
      return rows.length;
    };
    await expect.poll(isBeyondLimit, { timeout: 20_000 }).toBe(1);
    await release();
    expect(await backup).toMatchObject({ files: 1 });
  });

  it('the command backup reports PostgreSQL’s reason if the connection is terminated, and leaves no partial file', async () => {
    const admin = openDatabase(cluster.adminUrl, { max: 1 });
    onTestFinished(() => admin.destroy());
    const { backup, release } = await startBlocked('cut-off.backup');
    const failure = expect(backup).rejects.toThrow(
      'PostgreSQL ended the connection: terminating connection due to administrator command',
    );
    const terminate = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'landfall backup' and wait_event_type = 'Lock'`.execute(admin);
      return rows.length;
    };
    await expect.poll(terminate, { timeout: 20_000 }).toBe(1);
    await failure;
    await release();
    expect((await readdir(folder)).filter((name) => name.startsWith('cut-off'))).toEqual([]);
  });

  it('with DATABASE_URL set, the command backup prints the pg_dump and pg_restore commands to run and copies only the uploads', async () => {
    const path = join(folder, 'external.backup');
    const { code, out } = await landfallIn(dataDir, { DATABASE_URL: cluster.url })('backup', path);
    expect(code).toBe(0);
    const commands = out.match(/^ {2}pg_.*$/gm) ?? [];
    expect(commands.map((line) => line.trim().split(' ')[0])).toEqual(['pg_dump', 'pg_restore']);
    const handbook = await readFile(join(root, 'docs/operating.md'), 'utf8');
    for (const command of commands) expect(handbook).toContain(`  ${command}\n`);
    expect(out).not.toContain(new URL(cluster.url).password);
    const names: string[] = [];
    for await (const { name, content } of readArchive(path)) {
      names.push(name);
      content.resume();
    }
    expect(names).toEqual(['manifest.json', `files/${uploadId}`, 'complete.json']);
  });
});

it('the command doctor reports the PostgreSQL version of a running database and that all migrations have been applied', async () => {
  const { out } = await landfallIn(dataDir)('doctor');
  expect(out).toMatch(/^ok {7}database {5}PostgreSQL 18\.\d+; migrated$/m);
});

describe('restore', () => {
  it('the command restore brings back rows with special characters, append-only tables, sequences and uploads', async () => {
    const restored = newFolder();
    expect(await landfallIn(restored)('restore', backupFile)).toMatchObject({ code: 0, err: '' });
    const other = await startEmbedded({ dataDir: restored });
    const db = openDatabase(other.url, { max: 1 });
    try {
      expect(await db.selectFrom('students').select('first_name').execute()).toEqual([
        { first_name: 'Tab\there, \\N and\nline' },
      ]);
      await sql`insert into audit_entries (actor, command, arguments) values ('Priya', 'next', '{}')`.execute(db);
      const entries = await db.selectFrom('audit_entries').select(['id', 'command']).orderBy('id').execute();
      expect(entries).toEqual([
        { id: 1, command: 'seats reconcile' },
        { id: 2, command: 'backup' },
        { id: 3, command: 'next' },
      ]);
      await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow();
      expect(await migrate(db)).toEqual([]);
    } finally {
      await db.destroy();
      await other.stop();
    }
    const stored = await diskBlobs(join(restored, 'files')).open(uploadId);
    expect(String((await stored?.toArray())?.[0])).toBe('upload');
  });

  it('if the database is external, the command restore gives the folder of uploads the id that it had when it was backed up', async () => {
    const [source, restored] = [newFolder(), newFolder()];
    const id = await writeFolderId(join(source, 'files'), randomUUID());
    await storeUpload(source);
    const path = join(folder, 'uploads.backup');
    expect((await landfallIn(source, { DATABASE_URL: cluster.url })('backup', path)).code).toBe(0);
    const external = { DATABASE_URL: cluster.url };
    expect(await landfallIn(restored, external)('restore', path)).toMatchObject({ code: 0, err: '' });
    expect(await readFolderId(join(restored, 'files'))).toBe(id);
  });

  it('the command restore refuses a folder that is not empty and leaves it unchanged', async () => {
    const used = newFolder();
    await mkdir(used);
    await writeFile(join(used, 'mine'), 'mine');
    const { code, err } = await landfallIn(used)('restore', backupFile);
    expect(code).toBe(1);
    expect(err).toContain(`the data folder ${used} is not empty`);
    expect(await readdir(used)).toEqual(['mine']);
  });

  it('after the command restore was killed, the server refuses to start in the data folder and reports the unfinished restore', async () => {
    const target = newFolder();
    const cli = join(import.meta.dirname, '../../../server/cli/landfall.ts');
    const env = { ...process.env, DATA_DIR: target, LANDFALL_ENV: 'test' };
    const child = spawn(process.execPath, [cli, 'restore', backupFile], { env, stdio: 'ignore' });
    const settings = join(target, 'postgres.json');
    await expect.poll(() => existsSync(settings), { timeout: 50_000, interval: 5 }).toBe(true);
    await killHard(child);
    await expect(startEmbedded({ dataDir: target })).rejects.toThrow(`a restore into ${target} was cut off`);
    const postmaster = await readPostmaster(join(target, 'postgres'));
    if (postmaster) await stopPostmaster(postmaster.pid, join(target, 'postgres'));
  });

  it('the command restore refuses a truncated backup and leaves the target folder empty', async () => {
    const cut = join(folder, 'cut.backup');
    const whole = await readFile(backupFile);
    await writeFile(cut, whole);
    await truncate(cut, whole.length - 200);
    const target = newFolder();
    const { code, err } = await landfallIn(target)('restore', cut);
    expect(code).toBe(1);
    expect(err).toContain('it is damaged');
    expect(await readdir(target)).toEqual([]);
  });

  it('the command restore reports a file that is not a backup, and a file that is missing', async () => {
    const foreign = join(folder, 'foreign');
    await writeFile(foreign, 'not a backup');
    expect((await landfallIn(newFolder())('restore', foreign)).err).toContain('is no backup, or it is damaged');
    expect((await landfallIn(newFolder())('restore', join(folder, 'none'))).err).toContain("can't be read (ENOENT)");
  });

  it('the command restore reports PostgreSQL’s own error if PostgreSQL refuses rows while more rows are being sent', async () => {
    const socket = new Socket();
    const connectionString = cluster.adminUrl.replace(/\/postgres$/, '/landfall');
    const client = new pg.Client({ connectionString, stream: () => socket });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('create temporary table numbers (number integer)');
    const loader = await TableLoader.begin(client, [{ name: 'numbers', columns: ['number'] }]);
    const refused = new Promise<void>((resolve) => {
      socket.on('data', (data) => data.includes('invalid input syntax') && setImmediate(resolve));
    });
    async function* content() {
      yield Buffer.from('no number\n');
      await refused;
      yield Buffer.from('1\n');
    }
    await expect(loader.load({ name: 'database/numbers/000000', content: Readable.from(content()) })).rejects.toThrow(
      `the rows of the table numbers can't be loaded: invalid input syntax for type integer: "no number"`,
    );
  });

  it('the command restore refuses to restore a backup of a database while DATABASE_URL is set', async () => {
    const target = newFolder();
    const { code, err } = await landfallIn(target, { DATABASE_URL: cluster.url })('restore', backupFile);
    expect(code).toBe(1);
    expect(err).toContain('unset DATABASE_URL');
    expect(await readdir(target)).toEqual([]);
  });
});

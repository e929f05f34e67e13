import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../../../server/db/connection/start-error.ts';
import { readAppliedMigrations } from '../../../server/db/migrate.ts';
import { type OpenOptions, openConfiguredDatabase } from '../../../server/db/open.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { createTestDatabase } from '../../support/database.ts';

const { url } = await createTestDatabase();

async function complaint(options: OpenOptions): Promise<string> {
  const error: unknown = await openConfiguredDatabase(options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  const message = error instanceof Error ? error.message : '';
  expect(message).not.toContain('\n');
  return message;
}

test('a server with a DATABASE_URL connects to this database and creates no data folder', async () => {
  const lines: string[] = [];
  const opened = await openConfiguredDatabase({
    databaseUrl: url,
    dataDir: '/nowhere/at/all',
    onStage: (line) => lines.push(line),
  });
  expect(await opened.db.selectFrom('students').select('id').execute()).toEqual([]);
  await opened.stop();
  expect(lines).toEqual([expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+\/test_/)]);
});

test('a database with migrations of a later release can be opened if it is still compatible, and the migrations are reported', async () => {
  const { url: later, db } = await createTestDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9001-add-colour', '2027-01-01')`.execute(db);
  const newer: string[][] = [];
  const opened = await openConfiguredDatabase({
    databaseUrl: later,
    dataDir: '/tmp',
    onNewerSchema: (names) => newer.push(names),
  });
  await opened.stop();
  expect(newer).toEqual([['9001-add-colour']]);
});

test('an unreachable DATABASE_URL is reported in one line without the password', async () => {
  const message = await complaint({ databaseUrl: 'postgres://app:s3cret@127.0.0.1:1/academy', dataDir: '/tmp' });
  expect(message).toContain('cannot reach 127.0.0.1:1/academy (ECONNREFUSED)');
  expect(message).not.toContain('s3cret');
});

test('a DATABASE_URL whose port belongs to a server other than PostgreSQL is reported in one line without the password', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const message = await complaint({ databaseUrl: `postgres://app:s3cret@127.0.0.1:${port}/academy`, dataDir: '/tmp' });
  expect(message).toContain(`cannot reach 127.0.0.1:${port}/academy`);
  expect(message).not.toContain('s3cret');
});

test('the errors for a wrong password, a missing database and a malformed URL say what to correct', async () => {
  const wrongPassword = url.replace(/:[^:@/]+@/, ':wrong@');
  expect(await complaint({ databaseUrl: wrongPassword, dataDir: '/tmp' })).toContain('refuses the user or password');
  const noDatabase = url.replace(/\/test_\w+$/, '/nowhere');
  expect(await complaint({ databaseUrl: noDatabase, dataDir: '/tmp' })).toContain('create the database');
  expect(await complaint({ databaseUrl: 'mysql://x', dataDir: '/tmp' })).toContain('is not an address of PostgreSQL');
});

test('with the option mustBeDurable, the server refuses a PostgreSQL that may lose committed data', async () => {
  const careless = `${url}?options=-c%20synchronous_commit%3Doff`;
  const opened = await openConfiguredDatabase({ databaseUrl: careless, dataDir: '/tmp' });
  await opened.stop();
  const message = await complaint({ databaseUrl: careless, dataDir: '/tmp', mustBeDurable: true });
  expect(message).toContain('synchronous_commit off');
});

test('a data folder that cannot be created is reported in one line', async () => {
  const folder = await createDataFolder();
  const file = join(folder, 'file');
  await writeFile(file, 'mine');
  expect(await complaint({ dataDir: file })).toContain(`cannot write to the data folder ${file} (EEXIST)`);
  expect(await complaint({ dataDir: join(file, 'below') })).toContain('(ENOTDIR)');
  expect(await complaint({ dataDir: '/sys/landfall' })).toContain('cannot write to the data folder /sys/landfall');
});

test('an empty postgres folder in the data folder is refused with an error message of one line', async () => {
  const folder = await createDataFolder();
  await mkdir(join(folder, 'postgres'));
  await writeFile(
    join(folder, 'postgres.json'),
    JSON.stringify({ port: 5999, password: 'x'.repeat(32), adminPassword: 'y'.repeat(32) }),
  );
  expect(await complaint({ dataDir: folder })).toContain('holds no PostgreSQL cluster: move it away');
});

test('in production, an empty database at DATABASE_URL is refused if the data folder contains an embedded PostgreSQL', async () => {
  const folder = await createDataFolder();
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
  const { url: external, db } = await createTestDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const production = { databaseUrl: external, dataDir: folder, mustBeMoved: true };
  const message = await complaint(production);
  expect(message).toContain(`the database of DATABASE_URL is empty, but ${folder} has data of the embedded PostgreSQL`);
  expect(await readAppliedMigrations(db)).toEqual([]);
  const elsewhere = await openConfiguredDatabase({ ...production, dataDir: '/nowhere/at/all' });
  await elsewhere.stop();
  // Now the database has migrations, as it has after the data were moved.
  const moved = await openConfiguredDatabase(production);
  await moved.stop();
});

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { findNewerMigrations, listMigrations, migrate } from '../../../server/db/migrate.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, url } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'landfall-migrations-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tableExists(name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(db);
  return rows[0]?.found !== null;
}

async function emptyDatabase() {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
}

test('no two database migrations have the same number', async () => {
  const numbers = (await listMigrations()).map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('running the database migrations a second time changes nothing', async () => {
  expect(await migrate(db)).toEqual([]);
});

test('a failing migration is reported by name, and all migrations of the same run are rolled back', async () => {
  await emptyDatabase();
  const broken = join(folder, 'broken');
  await mkdir(broken);
  await writeFile(join(broken, '0001-good.sql'), 'create table good (id integer);');
  await writeFile(join(broken, '0002-bad.sql'), 'create table half (id integer); select * from nowhere;');
  await expect(migrate(db, broken)).rejects.toThrow('migration 0002-bad: relation "nowhere" does not exist');
  expect(await tableExists('good')).toBe(false);
  expect(await tableExists('half')).toBe(false);
});

test('processes that migrate the database at the same time apply each migration once', async () => {
  await emptyDatabase();
  const pools = [1, 2, 3].map(() => openDatabase(url, { max: 2, lockTimeoutMs: 0 }));
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  await Promise.all(pools.map((pool) => pool.destroy()));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()[0]).toBe('0001-students');
  expect(await tableExists('seat_claims')).toBe(true);
});

/** Makes a folder with the migrations of this release and one of a later release. Returns the path of the folder. */
async function laterRelease(name: string, statements: string): Promise<string> {
  const later = join(folder, name);
  await cp(ownMigrations, later, { recursive: true });
  await writeFile(join(later, `${name}.sql`), statements);
  return later;
}

const ownMigrations = join(import.meta.dirname, '../../../server/db/migrations');

test('the server runs on a database to which a later release has added columns', async () => {
  await emptyDatabase();
  await migrate(db, await laterRelease('9001-add-colour', 'alter table courses add column colour text;'));
  expect(await migrate(db)).toEqual([]);
  expect(await findNewerMigrations(db)).toEqual(['9001-add-colour']);
});

test('the server refuses a database from which a later release has removed a column that the server needs', async () => {
  await emptyDatabase();
  const later = await laterRelease(
    '9002-drop-tags',
    "alter table courses drop column tags; update schema_compatibility set requires = '9001-stop-reading-tags';",
  );
  await migrate(db, later);
  const refusal = await migrate(db).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartError' });
  expect(String(refusal)).toContain('needs a later release, one with the migration 9001-stop-reading-tags');
});

test('the server refuses a database that lacks one of the server’s own migrations but has a later one', async () => {
  await emptyDatabase();
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(other, '0001-students.sql'), 'create table students (id integer);');
  await writeFile(join(other, '9003-foreign.sql'), 'create table foreign_things (id integer);');
  await migrate(db, other);
  await expect(migrate(db)).rejects.toThrow(/corrupted migrations/);
});

/** Matches SQL statements of a migration after which an earlier release would fail. */
const contracting = [
  /\bdrop\s+(table|column|view|function|type)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
];

test('every database migration after 0023 that does more than add to the schema declares which release it requires', async () => {
  const names = (await listMigrations()).filter((name) => name > '0023-schema-compatibility');
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(ownMigrations, `${name}.sql`), 'utf8') })),
  );
  const undeclared = texts.filter(
    ({ text }) =>
      contracting.some((pattern) => pattern.test(text.replace(/--.*$/gm, ''))) &&
      !/update\s+schema_compatibility\s+set\s+requires/i.test(text),
  );
  expect(undeclared.map(({ name }) => name)).toEqual([]);
});

test('if the database user may not create extensions, the migrations leave out only the index for the course search', async () => {
  await emptyDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const database = sql.id(rows[0]?.name ?? '');
  await sql`revoke create on database ${database} from current_user`.execute(db);
  expect(await migrate(db)).toContain('0027-booked-batches-and-course-search');
  expect(await tableExists('enrolments_student_batch')).toBe(true);
  expect(await tableExists('courses_search')).toBe(false);
  await sql`grant create on database ${database} to current_user`.execute(db);
  await emptyDatabase();
  await migrate(db);
  expect(await tableExists('courses_search')).toBe(true);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
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

test('a second migration run changes nothing', async () => {
  expect(await migrate(db)).toEqual([]);
});

test('a failing migration is named, and its whole run is rolled back', async () => {
  await emptyDatabase();
  const broken = join(folder, 'broken');
  await mkdir(broken);
  await writeFile(join(broken, '0001-good.sql'), 'create table good (id integer);');
  await writeFile(join(broken, '0002-bad.sql'), 'create table half (id integer); select * from nowhere;');
  await expect(migrate(db, broken)).rejects.toThrow('migration 0002-bad: relation "nowhere" does not exist');
  expect(await tableExists('good')).toBe(false);
  expect(await tableExists('half')).toBe(false);
});

test('processes that migrate at the same time apply each migration once', async () => {
  await emptyDatabase();
  const pools = [1, 2, 3].map(() => openDatabase(url, { max: 2, lockTimeoutMs: 0 }));
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  await Promise.all(pools.map((pool) => pool.destroy()));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()[0]).toBe('0001-students');
  expect(await tableExists('seat_claims')).toBe(true);
});

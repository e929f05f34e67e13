/**
 * A real PostgreSQL for a test file, in two lines:
 *
 *     import { createTestDatabase } from '../support/database.ts';
 *     const { db, url } = await createTestDatabase();
 *
 * Call it at the top of a test file (or of a `describe`). The database is new, migrated and empty, and is dropped after
 * the last test. All tests of the file share it, so each test deletes data that would disturb the others. If PostgreSQL
 * cannot start, the test file fails.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { z } from 'zod';
import { type DatabaseOptions, openDatabase } from '../../server/db/connection/client.ts';
import type { Database } from '../../server/db/schema.ts';

export type TestDatabase = { db: Kysely<Database>; url: string };

const clusterSchema = z.object({ url: z.string(), adminUrl: z.string() });

async function findCluster(): Promise<z.infer<typeof clusterSchema>> {
  const reply = await fetch(inject('clusterAddress'));
  const text = await reply.text();
  if (!reply.ok) throw new Error(`no PostgreSQL for the tests: ${text}`);
  return clusterSchema.parse(JSON.parse(text));
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Timeout in milliseconds for dropping a database, which is slow on a busy machine. */
const closingTimeout = 60_000;

/**
 * Creates a database as a copy of the migrated template and connects to it. `options` configure the connection pool.
 */
export async function createTestDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = await findCluster();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(cluster.adminUrl, `create database ${name} template landfall owner landfall strategy file_copy`);
  const url = cluster.url.replace(/\/landfall$/, `/${name}`);
  const db = openDatabase(url, options);
  afterAll(async () => {
    await db.destroy();
    await runAsAdmin(cluster.adminUrl, `drop database ${name} with (force)`);
  }, closingTimeout);
  return { db, url };
}

/**
 * Empties the tables `names` and all tables that refer to them, and restarts their ids. Meanwhile, it disables the
 * triggers of append-only tables, which would refuse this.
 */
export async function emptyTables(db: Kysely<Database>, ...names: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ table: string; trigger: string }>`
      select c.relname as table, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'refuse_change'::regproc and t.tgname like '%\_not\_truncated'`.execute(tx);
    const switchAll = async (to: 'disable' | 'enable') => {
      for (const { table, trigger } of rows)
        await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger ${sql.ref(trigger)}`.execute(tx);
    };
    await switchAll('disable');
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))} restart identity cascade`.execute(tx);
    await switchAll('enable');
  });
}

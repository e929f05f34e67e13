/**
 * A real PostgreSQL for a test file, in two lines:
 *
 *     import { createTestDatabase } from '../support/database.ts';
 *     const { db, url } = await createTestDatabase();
 *
 * Called at the top of the file (or of a `describe`): the database is fresh, migrated, empty and this file's own;
 * it is closed and dropped after the file's last test. Tests of one file share it and clean up among themselves.
 * The PostgreSQL cluster starts once in each test run, when a file first needs it. The file fails if it cannot start.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
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

/** Creates a database from the migrated template; `options` are those of its connection pool. */
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

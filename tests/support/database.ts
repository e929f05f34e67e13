/**
 * A real PostgreSQL for a test file, in two lines:
 *
 *     import { createTestDatabase } from '../support/database.ts';
 *     const { db, url } = await createTestDatabase();
 *
 * Called at the top of the file (or of a `describe`): the database is fresh, migrated, empty and this file's own;
 * it is closed and dropped after the file's last test. Tests of one file share it and clean up among themselves.
 * The cluster starts once a run, with the first file that asks. Without PostgreSQL the file fails.
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

/** Milliseconds: a busy machine drops a database slowly. */
const closingTimeout = 60_000;

/** A fresh database from the migrated template; `options` go to the pool. */
export async function createTestDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = await findCluster();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(cluster.adminUrl, `create database ${name} template landfall owner landfall`);
  const url = cluster.url.replace(/\/landfall$/, `/${name}`);
  const db = openDatabase(url, options);
  afterAll(async () => {
    await db.destroy();
    await runAsAdmin(cluster.adminUrl, `drop database ${name} with (force)`);
  }, closingTimeout);
  return { db, url };
}

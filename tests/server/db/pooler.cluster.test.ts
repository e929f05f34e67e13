import process from 'node:process';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examine } from '../../../server/cli/operations/doctor-checks.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { openConfiguredDatabase } from '../../../server/db/open.ts';
import { readEnv } from '../../../server/env.ts';
import { ServerProcess } from '../../faults/kills/server-process.ts';
import { checkShop, ShopLoad, waitForMail } from '../../faults/kills/shop-load.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { startNginx } from '../../support/nginx.ts';
import { pgBouncerVersion, startPgBouncer } from '../../support/pgbouncer.ts';

/** PgBouncer 1.21 is the first version that tracks prepared statements in transaction mode. */
const firstTracking = 121;
const tracking = { max_prepared_statements: 300 };

async function startPostgres() {
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  onTestFinished(() => cluster.stop());
  return { url: cluster.url, dataDir };
}

async function refusal(url: string, dataDir: string): Promise<string> {
  const error: unknown = await openConfiguredDatabase({ databaseUrl: url, dataDir }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'StartError' });
  return error instanceof Error ? error.message : '';
}

/** What “landfall doctor” reports about the database. */
async function diagnosis(url: string): Promise<string> {
  for await (const { name, isProblem, text } of examine(readEnv({ LANDFALL_ENV: 'test', DATABASE_URL: url })))
    if (name === 'database') return isProblem ? `problem ${text}` : text;
  return '';
}

/** Runs the statements that the error message asks the operator to run. */
async function applySettings(url: string, message: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  const statements = message.match(/alter role [^;]*;/g) ?? [];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}

// These tests need PgBouncer, so only `npm run soak` runs them: it installs PgBouncer from Debian. Debian 12 has
// PgBouncer 1.18, which the server refuses to use.
describe.runIf(process.env.SOAK)('PgBouncer in transaction mode', { timeout: 600_000 }, () => {
  it.each([
    ['refuses connection settings', {}],
    ['drops connection settings', { ignore_startup_parameters: 'lock_timeout, statement_timeout, options' }],
  ] as [string, Record<string, string>][])(
    'the server and “landfall doctor” refuse a PgBouncer that does not track prepared statements (one that %s)',
    async (_, settings) => {
      const { url, dataDir } = await startPostgres();
      const untracked: Record<string, number> =
        pgBouncerVersion() < firstTracking ? {} : { max_prepared_statements: 0 };
      const pooled = await startPgBouncer(url, { ...settings, ...untracked });
      // The second attempt may get the connection of the first attempt, which must have left no prepared statement
      // there.
      for (let tries = 0; tries < 2; tries++)
        expect(await refusal(pooled, dataDir)).toContain('use PgBouncer 1.21 or later');
      expect(await diagnosis(pooled)).toMatch(/^problem DATABASE_URL leads to a connection pooler/);
    },
  );

  it.skipIf(process.env.SOAK && pgBouncerVersion() < firstTracking)(
    'two servers take bookings and payments through PgBouncer 1.21 or later once the database role has their settings',
    async () => {
      const { url, dataDir } = await startPostgres();
      const pooled = await startPgBouncer(url, tracking);
      const message = await refusal(pooled, dataDir);
      expect(message).toContain('does not pass on our settings: run alter role landfall in database landfall set');
      await applySettings(url, message);
      // Start another PgBouncer, because the connections of the first one have the old settings. RECONNECT would have
      // the same effect.
      const settled = await startPgBouncer(url, tracking);
      const opened = await openConfiguredDatabase({ databaseUrl: settled, dataDir });
      await opened.stop();
      expect(await diagnosis(settled)).toContain('through a connection pooler; migrated');
      const variables = { DATABASE_URL: settled, DATA_DIR: dataDir };
      const servers = await Promise.all([ServerProcess.create(variables), ServerProcess.create(variables)]);
      for (const server of servers) await server.start();
      const db = openDatabase(url, { max: 2 });
      onTestFinished(() => db.destroy());
      const address = await startNginx(servers.map((server) => server.address));
      const load = await ShopLoad.begin(db, address);
      await load.booked(100);
      await load.end();
      await waitForMail(db);
      const { calls, seenCompleted } = load.evidence;
      console.log(`through PgBouncer: ${calls.length} calls, ${seenCompleted.size} bookings acknowledged`);
      expect(await checkShop(db, load.evidence)).toEqual([]);
      for (const server of servers) {
        expect(server.printed).not.toContain('prepared statement');
        await server.kill();
      }
    },
  );
});

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { createReadiness, minFreeBytes, readDisk } from '../../../server/health/readiness.ts';
import { fakeClock } from '../../support/clock.ts';
import { startTestApp } from '../../support/server.ts';

const app = await startTestApp();

const readiness = (changes: Partial<Parameters<typeof createReadiness>[0]> = {}) =>
  createReadiness({ db: app.db, clock: app.clock, dataDir: app.dataDir, isStopping: () => false, ...changes });

test('the liveness and readiness checks of a healthy server return 200 and the release id', async () => {
  expect((await app.call('GET', '/api/health/live')).body).toEqual({ statusCode: 200, release: 'test' });
  expect((await app.call('GET', '/api/health/ready')).body).toEqual({ statusCode: 200, release: 'test' });
});

test('on a server with a missing database migration, the liveness check returns 200 and the readiness check 503 with the reason', async () => {
  const name = '0023-schema-compatibility';
  const { rows } = await sql<{ timestamp: string }>`delete from kysely_migration where name = ${name}
    returning timestamp`.execute(app.db);
  onTestFinished(
    async () => void (await sql`insert into kysely_migration values (${name}, ${rows[0]?.timestamp})`.execute(app.db)),
  );
  app.clock.advance(1_000);
  const { status, body, headers } = await app.call('GET', '/api/health/ready');
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: 'NOT_READY', data: { reasons: ['migrations'] } });
  expect(headers['retry-after']).toBe('5');
  expect((await app.call('GET', '/api/health/live')).status).toBe(200);
});

test('a running server stays ready after a later release has only added to the database', async () => {
  const later = '9001-add-colour';
  await sql`insert into kysely_migration values (${later}, 'now')`.execute(app.db);
  onTestFinished(async () => void (await sql`delete from kysely_migration where name = ${later}`.execute(app.db)));
  app.clock.advance(1_000);
  expect((await app.call('GET', '/api/health/ready')).status).toBe(200);
});

test('a running server stops being ready when a later release removes something that it needs from the database, and logs once what to do', async () => {
  const outdated = await startTestApp({ env: { LOG_LEVEL: 'error' } });
  const ready = async () => {
    outdated.clock.advance(1_000);
    return outdated.call('GET', '/api/health/ready');
  };
  expect((await ready()).status).toBe(200);
  await sql`insert into kysely_migration values ('9002-drop-tags', 'now')`.execute(outdated.db);
  await sql`update schema_compatibility set requires = '9001-stop-reading-tags'`.execute(outdated.db);
  for (const call of ['first', 'second']) {
    const { status, body } = await ready();
    expect([call, status, body]).toMatchObject([call, 503, { data: { reasons: ['outdated'] } }]);
  }
  const advice = 'this database needs a later release, one with the migration 9001-stop-reading-tags: install it';
  const lines = outdated.logged.map(({ msg }) => String(msg));
  expect(lines.filter((line) => line.includes('later release'))).toEqual([expect.stringContaining(advice)]);
  expect((await outdated.call('GET', '/api/health/live')).status).toBe(200);
});

test('the readiness check fails while the database cannot be reached', async () => {
  const db = openDatabase('postgres://landfall@127.0.0.1:9/landfall');
  onTestFinished(() => db.destroy());
  expect(await readiness({ db })()).toEqual(['database']);
});

test('the readiness check fails while the disk of the data folder is nearly full', async () => {
  expect(await readiness({ freeBytes: async () => minFreeBytes - 1 })()).toEqual(['disk']);
  expect(await readiness({ freeBytes: async () => minFreeBytes })()).toEqual([]);
});

test('the free disk space can be read for a folder that does not exist yet', async () => {
  expect((await readDisk(`${app.dataDir}/not/yet`)).free).toBeGreaterThan(0);
});

test('the readiness check fails while the server is stopping', async () => {
  expect(await readiness({ isStopping: () => true })()).toEqual(['stopping']);
});

test('readiness checks within one second share one result', async () => {
  const clock = fakeClock();
  let reads = 0;
  const freeBytes = async () => {
    reads += 1;
    return minFreeBytes;
  };
  const check = readiness({ clock, freeBytes });
  await Promise.all([check(), check(), check()]);
  expect(reads).toBe(1);
  clock.advance(1_000);
  await check();
  expect(reads).toBe(2);
});

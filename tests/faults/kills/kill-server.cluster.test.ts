import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { isRunning, readPostmaster } from '../../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { killTimeout, surviveKills } from './kill-rounds.ts';
import { ServerProcess } from './server-process.ts';

function openAt(url: string) {
  const db = openDatabase(url, { max: 2 });
  onTestFinished(() => db.destroy());
  return db;
}

test('killing the server under load while PostgreSQL keeps running loses no acknowledged booking', {
  timeout: killTimeout,
}, async () => {
  const cluster = await startEmbedded({ dataDir: await createDataFolder() });
  onTestFinished(() => cluster.stop());
  const server = await ServerProcess.create({ DATABASE_URL: cluster.url });
  await server.start();
  await surviveKills('server killed', { db: openAt(cluster.url), address: server.address, sample: 1 }, async () => {
    await server.kill();
    return { victim: 'server', readyMs: await server.start() };
  });
  await server.kill();
});

test('killing PostgreSQL under load while the server keeps running loses no acknowledged booking', {
  timeout: killTimeout,
}, async () => {
  const dataDir = await createDataFolder();
  let cluster = await startEmbedded({ dataDir });
  onTestFinished(() => cluster.stop());
  const server = await ServerProcess.create({ DATABASE_URL: cluster.url });
  await server.start();
  await surviveKills('PostgreSQL killed', { db: openAt(cluster.url), address: server.address, sample: 1 }, async () => {
    process.kill(cluster.pid, 'SIGKILL');
    const begun = performance.now();
    cluster = await startEmbedded({ dataDir });
    await server.ready();
    return { victim: 'PostgreSQL', readyMs: performance.now() - begun };
  });
  await server.kill();
});

test('killing the server, its embedded PostgreSQL or both under load loses no acknowledged booking', {
  timeout: killTimeout,
}, async () => {
  const dataDir = await createDataFolder();
  const server = await ServerProcess.create({ DATA_DIR: dataDir });
  await server.start();
  const shared = await startEmbedded({ dataDir, mayShare: true });
  const postmaster = async () => (await readPostmaster(join(dataDir, 'postgres')))?.pid ?? 0;
  // Three rounds: one kills the server, one PostgreSQL and one both.
  const shop = { db: openAt(shared.url), address: server.address, sample: 3 };
  await surviveKills('server with its own PostgreSQL', shop, async (round) => {
    const victim = ['server', 'PostgreSQL', 'both'][round % 3] ?? 'both';
    const pid = await postmaster();
    if (victim !== 'server') process.kill(pid, 'SIGKILL');
    if (victim === 'PostgreSQL') expect(await server.ended()).toBe(1);
    else await server.kill();
    if (victim !== 'server') await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    return { victim, readyMs: await server.start() };
  });
  await server.kill();
});

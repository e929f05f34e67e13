import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../server/db/embedded/start-embedded.ts';
import { ServerProcess } from '../faults/kills/server-process.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { ReleaseFolders } from '../support/release-folders.ts';

async function load(server: ServerProcess, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(server.address + path, { headers: { 'accept-encoding': 'identity' } });
  return { status: response.status, body: await response.text() };
}

/** Opens Home with all its scripts and styles. Returns the statuses of those that cannot be loaded. */
async function openHome(server: ServerProcess): Promise<string[]> {
  const { status, body } = await load(server, '/');
  const assets = new Set(body.match(/\/assets\/[\w./-]+\.(?:js|css)/g));
  expect(assets.size).toBeGreaterThan(3);
  const statuses = await Promise.all([...assets].map(async (path) => ({ path, ...(await load(server, path)) })));
  const failed = statuses.filter((one) => one.status !== 200).map((one) => `${one.status} ${one.path}`);
  return status === 200 ? failed : [`${status} /`, ...failed];
}

/**
 * The release that the process was started from, and the release of the shell that it sends. The process reads the
 * shell from its release folder at each request.
 */
async function releaseOf(server: ServerProcess) {
  const { release } = JSON.parse((await load(server, '/api/health/ready')).body);
  return { id: release, shell: /<!-- release (\d) -->/.exec((await load(server, '/shell.html')).body)?.[1] };
}

async function restart(server: ServerProcess): Promise<void> {
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
  await server.start();
}

test('while two server processes are upgraded one after the other, each serves its own release and the scripts of both releases', {
  timeout: 300_000,
}, async () => {
  const releases = await ReleaseFolders.create();
  const before = { id: await releases.idOf('1'), shell: '1' };
  const after = { id: await releases.idOf('2'), shell: '2' };
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  onTestFinished(() => cluster.stop());
  const variables = { DATABASE_URL: cluster.url, DATA_DIR: join(dataDir, 'shared') };
  const first = await ServerProcess.create(variables, releases.current);
  const second = await ServerProcess.create(variables, releases.current);
  await first.start();
  await second.start();
  expect(await releaseOf(first)).toEqual(before);

  await releases.switchTo('2');
  expect(await releaseOf(first)).toEqual(before);
  await restart(first);
  expect(await releaseOf(first)).toEqual(after);
  expect(await releaseOf(second)).toEqual(before);
  expect(await openHome(first)).toEqual([]);
  expect(await openHome(second)).toEqual([]);
  // A page of each release may request its scripts from either process.
  const loadsOf = async (name: string) =>
    Promise.all([first, second].map(async (server) => (await load(server, `/assets/only-in-${name}.js`)).status));
  for (const name of ['1', '2']) await expect.poll(() => loadsOf(name), { timeout: 30_000 }).toEqual([200, 200]);

  await restart(second);
  await releases.remove('1');
  for (const server of [first, second]) {
    expect(await releaseOf(server)).toEqual(after);
    expect(await openHome(server)).toEqual([]);
  }
  await expect.poll(() => loadsOf('1'), { timeout: 30_000 }).toEqual([200, 200]);
  for (const server of [first, second]) await server.kill();
});

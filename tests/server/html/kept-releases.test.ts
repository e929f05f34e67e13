import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { assetRoutes } from '../../../server/html/asset.routes.ts';
import { KeptReleases, keptFor } from '../../../server/html/kept-releases.ts';
import { answerFailures } from '../../../server/http/answer-failures.ts';
import { type Blobs, BlobsUnavailable } from '../../../server/providers/blobs.ts';
import { diskBlobs } from '../../../server/providers/blobs-disk.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'landfall-releases-'));
const clock = fakeClock();
const store = join(folder, 'files');
const day = 86_400_000;
const servers: FastifyInstance[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true, force: true });
});

const page = (name: string) => `export const page = ${JSON.stringify(name.repeat(300))};`;

/** A process that serves a build of its own beside the others, on the same database and store. */
async function deploy(release: string, { blobs = diskBlobs(store) }: { blobs?: Blobs } = {}) {
  const clientDir = join(folder, release);
  await mkdir(join(clientDir, 'assets/fonts'), { recursive: true });
  await mkdir(join(folder, 'media'), { recursive: true });
  await writeFile(join(clientDir, `assets/page-${release}.js`), page(release));
  await writeFile(join(clientDir, `assets/page-${release}.js.br`), brotliCompressSync(page(release)));
  await writeFile(join(clientDir, `assets/fonts/sans-${release}.woff2`), `font of ${release}`);
  const kept = new KeptReleases({ db, blobs, clock, clientDir, spoolDir: join(store, 'incoming') });
  const server = fastify();
  servers.push(server);
  answerFailures(server);
  const folders = { client: clientDir, media: join(folder, 'media') };
  await assetRoutes(server, { folders, policy: () => "default-src 'self'", kept });
  const ask = (path: string, encoding = 'gzip, br') =>
    server.inject({ url: `/assets/${path}`, headers: { 'accept-encoding': encoding } });
  return { keep: () => kept.keep(release), ask };
}

const blobCount = async () => {
  const found = await readdir(store, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
};

it('a process answers with files of the release before, packed as they were', async () => {
  const before = await deploy('one');
  await before.keep();
  const after = await deploy('two');
  await after.keep();
  const script = await after.ask('page-one.js');
  expect([script.statusCode, brotliDecompressSync(script.rawPayload).toString()]).toEqual([200, page('one')]);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-landfall': '1',
  });
  const font = await after.ask('fonts/sans-one.woff2');
  expect([font.body, font.headers['content-type'], font.headers['content-encoding']]).toEqual([
    'font of one',
    'font/woff2',
    undefined,
  ]);
  expect((await after.ask('page-two.js', '')).body).toBe(page('two'));
});

it('who takes no brotli gets them unpacked', async () => {
  const { ask } = await deploy('two');
  const script = await ask('page-one.js', 'gzip');
  expect([script.body, script.headers['content-encoding']]).toEqual([page('one'), undefined]);
});

it('a process of the old release has files of the new one as well, while a deploy is under way', async () => {
  const { ask } = await deploy('one');
  expect((await ask('page-two.js', '')).body).toBe(page('two'));
});

it.each([
  'page-none.js',
  'page-one.js.br',
  '..%2fassets%2fpage-two.js',
  '..%2f..%2ftwo%2fassets%2fpage-two.js',
  'page-one.js%00',
])('has no %s, and says so in our words', async (path) => {
  const { ask } = await deploy('two');
  const missing = await ask(path);
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'NOT_FOUND']);
});

it('a release is stored once, however often it is kept', async () => {
  const { keep } = await deploy('two');
  const stored = await blobCount();
  await Promise.all([keep(), keep()]);
  expect(await blobCount()).toBe(stored);
});

it('files stay for 14 days after the last process of their release, and are gone after that', async () => {
  const old = await deploy('old');
  await old.keep();
  clock.advance(10 * day);
  // A process of it still runs.
  await old.keep();
  const next = await deploy('next');
  await next.keep();
  const stored = await blobCount();
  clock.advance(keptFor - 1000);
  await next.keep();
  expect((await next.ask('page-old.js', '')).body).toBe(page('old'));
  clock.advance(2000);
  await next.keep();
  expect((await next.ask('page-old.js')).statusCode).toBe(404);
  expect((await next.ask('page-next.js', '')).body).toBe(page('next'));
  expect(await blobCount()).toBeLessThan(stored);
  // Rolled back to.
  await old.keep();
  expect((await next.ask('page-old.js', '')).body).toBe(page('old'));
});

it('a store that could not be reached is tried again', async () => {
  const disk = diskBlobs(store);
  const away = { ...disk, put: () => Promise.reject(new BlobsUnavailable('away')) };
  const first = await deploy('late', { blobs: away });
  await expect(first.keep()).rejects.toThrow('away');
  const other = await deploy('two');
  expect((await other.ask('page-late.js')).statusCode).toBe(404);
  const again = await deploy('late');
  await again.keep();
  expect((await other.ask('page-late.js', '')).body).toBe(page('late'));
});

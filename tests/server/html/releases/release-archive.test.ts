import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { assetRoutes } from '../../../../server/html/asset.routes.ts';
import { ReleaseArchive } from '../../../../server/html/releases/release-archive.ts';
import { installErrorHandler } from '../../../../server/http/error-handler.ts';
import { type Blobs, BlobsUnavailable } from '../../../../server/providers/blobs/blobs.ts';
import { diskBlobs } from '../../../../server/providers/blobs/disk-blobs.ts';
import { day, fakeClock, minute, second } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'landfall-releases-'));
const clock = fakeClock();
const store = join(folder, 'files');
const servers: FastifyInstance[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true, force: true });
});

const rates = { count: async () => {}, giveBack: async () => {} };
const page = (name: string) => `export const page = ${JSON.stringify(name.repeat(300))};`;

/** Starts a server of the given release beside the others, on the same database and file store. */
async function deploy(release: string, { blobs = diskBlobs(store) }: { blobs?: Blobs } = {}) {
  const clientDir = join(folder, release);
  await mkdir(join(clientDir, 'assets/fonts'), { recursive: true });
  await mkdir(join(folder, 'media'), { recursive: true });
  await writeFile(join(clientDir, `assets/page-${release}.js`), page(release));
  await writeFile(join(clientDir, `assets/page-${release}.js.br`), brotliCompressSync(page(release)));
  await writeFile(join(clientDir, `assets/fonts/sans-${release}.woff2`), `font of ${release}`);
  const archive = new ReleaseArchive({ db, blobs, clock, clientDir, spoolDir: join(store, 'incoming') });
  const server = fastify();
  servers.push(server);
  installErrorHandler(server);
  const folders = { client: clientDir, media: join(folder, 'media') };
  await assetRoutes(server, {
    folders,
    policy: () => "default-src 'self'",
    archive,
    rates,
    readNames: async () => ({}),
    servesPathLab: true,
    readPicture: async () => null,
  });
  const get = (path: string, encoding = 'gzip, br') =>
    server.inject({ url: `/assets/${path}`, headers: { 'accept-encoding': encoding } });
  return { save: () => archive.save(release), get };
}

const blobCount = async () => {
  const found = await readdir(store, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
};

// During a deploy, release two replaces release one, and servers of both run.
const [one, two] = [await deploy('one'), await deploy('two')];
await one.save();
await two.save();

it('the server sends files of the previous release with their stored Brotli compression', async () => {
  const script = await two.get('page-one.js');
  expect([script.statusCode, brotliDecompressSync(script.rawPayload).toString()]).toEqual([200, page('one')]);
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-landfall': '1',
  });
  const font = await two.get('fonts/sans-one.woff2');
  expect([font.body, font.headers['content-type'], font.headers['content-encoding']]).toEqual([
    'font of one',
    'font/woff2',
    undefined,
  ]);
  expect((await two.get('page-two.js', '')).body).toBe(page('two'));
});

it('a client that does not accept Brotli gets files of earlier releases uncompressed', async () => {
  const script = await two.get('page-one.js', 'gzip');
  expect([script.body, script.headers['content-encoding']]).toEqual([page('one'), undefined]);
});

it('during a deploy, a server of the old release also sends files of the new release', async () => {
  expect((await one.get('page-two.js', '')).body).toBe(page('two'));
});

it.each([
  'page-none.js',
  'page-one.js.br',
  '..%2fassets%2fpage-two.js',
  '..%2f..%2ftwo%2fassets%2fpage-two.js',
  'page-one.js%00',
])('the unknown or malformed release file %s returns 404', async (path) => {
  const missing = await two.get(path);
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'NOT_FOUND']);
});

it('the files of a release are stored only once, even if the release is saved several times', async () => {
  const stored = await blobCount();
  await Promise.all([two.save(), two.save()]);
  expect(await blobCount()).toBe(stored);
});

it('the files of a release are deleted 14 days after a server last saved that release', async () => {
  const old = await deploy('old');
  await old.save();
  clock.advance(10 * day);
  // A server of the old release still runs and saves its release again.
  await old.save();
  const next = await deploy('next');
  await next.save();
  const stored = await blobCount();
  clock.advance(14 * day - second);
  await next.save();
  expect((await next.get('page-old.js', '')).body).toBe(page('old'));
  clock.advance(2 * second);
  await next.save();
  expect((await next.get('page-old.js')).statusCode).toBe(404);
  expect((await next.get('page-next.js', '')).body).toBe(page('next'));
  expect(await blobCount()).toBeLessThan(stored);
  // A rollback saves the old release again.
  await old.save();
  clock.advance(minute);
  expect((await next.get('page-old.js', '')).body).toBe(page('old'));
});

it('if a server cannot store the files of its release, the next server of the same release stores them', async () => {
  const disk = diskBlobs(store);
  const away = { ...disk, put: () => Promise.reject(new BlobsUnavailable('away')) };
  const first = await deploy('late', { blobs: away });
  await expect(first.save()).rejects.toThrow('away');
  expect((await two.get('page-late.js')).statusCode).toBe(404);
  const again = await deploy('late');
  await again.save();
  clock.advance(second);
  expect((await two.get('page-late.js', '')).body).toBe(page('late'));
});

it('many requests for unknown files cost at most one database query a second', async () => {
  const queries: string[] = [];
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const archive = new ReleaseArchive({
    ...{ db: counting, blobs: diskBlobs(store), clock, clientDir: folder, spoolDir: join(store, 'incoming') },
  });
  const miss = (index: number) => archive.open(`assets/none-${index}.js`, true);
  expect(await Promise.all(Array.from({ length: 50 }, (_, index) => miss(index)))).toEqual(Array(50).fill(null));
  expect(queries).toHaveLength(1);
  clock.advance(second);
  await miss(51);
  expect(queries).toHaveLength(2);
});

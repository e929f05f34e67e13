import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { downloadRetry } from '../../../../contract/limits.ts';
import type { LibraryPicture } from '../../../../contract/offline.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { sendWithin } from '../../../../src/offline/calls/send-within.ts';
import { createDownloadFlow } from '../../../../src/offline/download/download-flow.ts';
import { LibraryDownload } from '../../../../src/offline/download/library-download.ts';
import { LibraryStore } from '../../../../src/offline/download/library-store.ts';
import { createPictureStore } from '../../../../src/offline/download/picture-store.ts';
import { startCutServer } from '../../../support/cut-server.ts';

const json = (data: unknown) => ({ type: 'application/json', body: JSON.stringify({ statusCode: 200, data }) });
const part = (id: string, kind: string) => ({ id, kind, hash: `${id}-1`, bytes: 5000, items: 1 });
const text = 'Fire fighting, first aid and survival at sea. '.repeat(200);
const bundle = (id: string, content: object) => json({ id, hash: `${id}-1`, answers: [], pictures: [], ...content });

const picture: LibraryPicture = { path: '/media/fire.webp', hash: 'p1', bytes: 60_000 };
const list = { path: '/api/course?course_id=401', body: { note: text } };
const page = { path: '/api/cms/about', body: { html: text } };
const server = await startCutServer({
  '/api/offline/manifest': json({
    parts: [part('pages', 'pages'), part('courses-0', 'courses'), part('pictures', 'pictures')],
    missing: [],
    note: text,
  }),
  '/api/offline/part/pages': bundle('pages', { answers: [page] }),
  '/api/offline/part/courses-0': bundle('courses-0', { answers: [list] }),
  '/api/offline/part/pictures': bundle('pictures', { pictures: [picture], note: text }),
  '/media/fire.webp': { type: 'image/webp', body: Buffer.alloc(picture.bytes, 7) },
});

/** Node has no Cache Storage. Like a browser's, `put` reads the body and rejects if it is cut. */
function openCaches() {
  const stored = new Map<string, number>();
  const cache = {
    put: async (path: string, response: Response) => {
      stored.set(path, (await response.arrayBuffer()).byteLength);
    },
    delete: async (path: string) => stored.delete(path),
  };
  return { stored, caches: { open: async () => cache, delete: async () => true } as unknown as CacheStorage };
}

/** Downloads the offline library with pictures, using the real machine and store over real connections. */
function startSaving({ timeoutMs = 30_000 } = {}) {
  const { stored, caches } = openCaches();
  const send = sendWithin(timeoutMs, { send: server.send });
  const store = new LibraryStore(randomUUID());
  const download = new LibraryDownload({
    api: createApi(send),
    store,
    pictures: createPictureStore(send, caches),
    storeSite: async () => null,
    withLock: (work) => work(),
    now: Date.now,
  });
  const clock = new SimulatedClock();
  const actor = createActor(createDownloadFlow(download), { clock }).start();
  const begin = async () => {
    await waitFor(actor, (state) => state.matches('offering'));
    actor.send({ type: 'library.save', pictures: true });
  };
  return { actor, clock, download, store, stored, begin };
}

/** Reports that the connection is back, as the page does. */
const online = { type: 'connection.change', isOnline: true } as const;

afterEach(() => {
  server.cuts.clear();
  server.state.isSilent = false;
});

it.each([
  ['the list of courses', '/api/offline/part/courses-0'],
  ['a page', '/api/offline/part/pages'],
  ['the list of pictures', '/api/offline/part/pictures'],
  ['a picture', '/media/fire.webp'],
])(
  'a download of the offline library that is cut off in the middle of %s waits, and saves the rest when the connection is back',
  async (_, path) => {
    server.cuts.set(path, 1);
    const { actor, store, stored, begin } = startSaving();
    await begin();
    await waitFor(actor, (state) => state.matches('waitingForConnection'));
    actor.send(online);
    await waitFor(actor, (state) => state.matches('upToDate'));
    expect(stored.get(picture.path)).toBe(picture.bytes);
    expect(JSON.parse((await store.readResponse(page.path))?.text ?? '')).toEqual(page.body);
    expect(JSON.parse((await store.readResponse(list.path))?.text ?? '')).toEqual(list.body);
  },
);

it('a download of the offline library that is cut off again while it reloads the manifest waits and resumes by itself', async () => {
  server.cuts.set('/media/fire.webp', 1);
  const { actor, stored, begin } = startSaving();
  await begin();
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  server.cuts.set('/api/offline/manifest', 1);
  actor.send(online);
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  actor.send(online);
  await waitFor(actor, (state) => state.matches('upToDate'));
  expect(stored.get(picture.path)).toBe(picture.bytes);
});

it('a download of the offline library that was cut off goes on by itself after the retry delay, and can then be deleted', async () => {
  server.cuts.set('/media/fire.webp', 1);
  const { actor, clock, download, store, begin } = startSaving();
  await begin();
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  clock.increment(downloadRetry - 1);
  expect(actor.getSnapshot().matches('waitingForConnection')).toBe(true);
  clock.increment(1);
  await waitFor(actor, (state) => state.matches('upToDate'));
  expect(await store.readBundles()).toHaveLength(3);
  actor.send({ type: 'library.remove' });
  await waitFor(actor, (state) => state.matches('offering'));
  expect(await download.readState()).toEqual({ saved: null, underWay: null });
});

it('a download of the offline library that the student has paused does not go on at the next visit', async () => {
  server.cuts.set('/media/fire.webp', 1);
  const { actor, download, begin } = startSaving();
  await begin();
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  expect((await download.readState()).underWay).toEqual({ pictures: true });
  actor.send({ type: 'download.pause' });
  await waitFor(actor, (state) => state.matches('paused'));
  expect((await download.readState()).underWay).toBeNull();
});

it('a download of the offline library that stops receiving data in the middle of a picture waits, and then saves the rest', async () => {
  server.cuts.set('/media/fire.webp', 1);
  server.state.isSilent = true;
  const { actor, stored, begin } = startSaving({ timeoutMs: 300 });
  await begin();
  await waitFor(actor, (state) => state.matches('waitingForConnection'));
  actor.send(online);
  await waitFor(actor, (state) => state.matches('upToDate'));
  expect(stored.get(picture.path)).toBe(picture.bytes);
});

it('a download of the offline library that the server refuses takes its retry delay from the Retry-After header', async () => {
  const { download, store } = startSaving();
  expect(download.retryDelay()).toBe(downloadRetry);
  const busy: typeof fetch = async () => new Response('', { status: 503, headers: { 'retry-after': '60' } });
  const paused = new LibraryDownload({
    api: createApi(busy),
    store,
    pictures: createPictureStore(busy, openCaches().caches),
    storeSite: async () => null,
    withLock: (work) => work(),
    now: () => 1_700_000_000_000,
  });
  await expect(paused.compare(new AbortController().signal)).rejects.toThrow();
  expect(paused.retryDelay()).toBe(60_000);
});

it('the download of the offline library waits until the site’s own files, left out in low-data mode, are stored on the device', async () => {
  const { store } = startSaving();
  const download = new LibraryDownload({
    api: createApi(server.send),
    store,
    pictures: createPictureStore(server.send, openCaches().caches),
    storeSite: async () => 60_000,
    withLock: (work) => work(),
    now: () => 1_700_000_000_000,
  });
  const { signal } = new AbortController();
  await download.compare(signal);
  expect(await download.saveNext({ pictures: false }, signal)).toEqual({ kind: 'cut' });
  expect(download.retryDelay()).toBe(60_000);
  expect(await store.readBundles()).toEqual([]);
});

it('a picture of the offline library that arrives incomplete without an error is not saved', async () => {
  const { stored, caches } = openCaches();
  const half = new Response(new Uint8Array(30), { headers: { 'x-landfall': '1', 'content-length': '60' } });
  const store = createPictureStore(async () => half, caches);
  await expect(store.save(picture, new AbortController().signal)).rejects.toMatchObject({ kind: 'offline' });
  expect(stored.size).toBe(0);
});

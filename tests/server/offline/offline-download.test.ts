import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { markerHeader } from '../../../contract/headers.ts';
import { postsOnPage } from '../../../contract/limits.ts';
import { listPosts } from '../../../contract/news.ts';
import { newsCategories } from '../../../contract/news-categories.ts';
import type { LibraryAnswer, LibraryPicture } from '../../../contract/offline.ts';
import { postCardsCall } from '../../../contract/page-calls.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import type { LibraryDownloadStep } from '../../../machines/library-download.machine.ts';
import { ApiError, createApi } from '../../../src/lib/api.ts';
import { LibraryDownload } from '../../../src/offline/download/library-download.ts';
import { LibraryStore } from '../../../src/offline/download/library-store.ts';
import { newerResponse } from '../../../src/offline/download/newer-response.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const app = await startAcademyApp();
const signal = new AbortController().signal;

/** A connection to the real server that counts bytes and fails after `left` calls. */
function openLine() {
  const line = { left: Number.POSITIVE_INFINITY, asked: [] as string[], bytes: 0 };
  const send: typeof fetch = async (input) => {
    if (line.left <= 0) throw new TypeError('cut');
    line.left -= 1;
    line.asked.push(String(input));
    const answer = await app.server.inject({ url: String(input), headers: { 'accept-encoding': 'br' } });
    line.bytes += answer.rawPayload.length;
    const isCompressed = answer.headers['content-encoding'] === 'br';
    const body = isCompressed ? brotliDecompressSync(answer.rawPayload).toString() : answer.body;
    return new Response(body, { status: answer.statusCode, headers: { [markerHeader]: '1' } });
  };
  return { line, send };
}

function openDevice(name: string = randomUUID()) {
  const { line, send } = openLine();
  const store = new LibraryStore(name);
  const savedPictures = new Map<string, string>();
  const pictures = {
    save: async ({ path, hash }: LibraryPicture) => {
      if (line.left <= 0) throw new ApiError('offline', 'cut');
      line.left -= 1;
      savedPictures.set(path, hash);
    },
    delete: async (paths: readonly string[]) => {
      for (const path of paths) savedPictures.delete(path);
    },
    clear: async () => savedPictures.clear(),
  };
  const withLock = <T>(work: () => Promise<T>) => work();
  const storeSite = async () => null;
  const open = () =>
    new LibraryDownload({ api: createApi(send), store, pictures, storeSite, withLock, now: app.clock.now });
  return { line, store, savedPictures, open };
}

async function saveAll(download: LibraryDownload, pictures = false): Promise<LibraryDownloadStep> {
  for (;;) {
    const step = await download.saveNext({ pictures }, signal);
    if (step.kind !== 'saved') return step;
  }
}

describe('the offline download', () => {
  it('the offline download states its size, saves everything, and then has nothing left to download', async () => {
    const { open, store, line } = openDevice();
    const download = open();
    const offer = await download.compare(signal);
    expect(offer.bytes).toBeGreaterThan(20_000);
    expect(offer.pictureBytes).toBeGreaterThan(100_000);
    line.bytes = 0;
    const end = await saveAll(download);
    // The responses may be a little larger or smaller than the stated size, which counts only the bundles inside them.
    expect(line.bytes / offer.bytes).toBeGreaterThan(0.9);
    expect(line.bytes / offer.bytes).toBeLessThan(1.2);
    expect(end).toMatchObject({ kind: 'complete', saved: { hasPictures: false, items: { pictures: 0 } } });
    expect(end.kind === 'complete' && end.saved.items.courses).toBeGreaterThanOrEqual(45);
    expect((await download.compare(signal)).bytes).toBe(0);
    expect((await store.readBundles()).length).toBeGreaterThan(5);
    expect(await open().readState()).toMatchObject({ saved: { since: app.clock.now() }, underWay: null });
  });

  it('an interrupted offline download resumes, even after a page reload, and downloads nothing twice', async () => {
    const { open, line } = openDevice();
    const asked = () => line.asked.filter((url) => url.includes('/part/'));
    for (let cuts = 0; cuts < 40; cuts += 1) {
      const download = open();
      line.left = 4;
      const cut = await download.compare(signal).then(() => saveAll(download));
      if (cut.kind === 'complete') break;
      expect(cut.kind).toBe('cut');
      expect((await open().readState()).underWay).toEqual({ pictures: false });
    }
    line.left = Number.POSITIVE_INFINITY;
    const download = open();
    expect((await download.compare(signal)).bytes).toBe(0);
    expect(new Set(asked()).size).toBe(asked().length);
    expect((await download.readState()).saved).not.toBeNull();
  });

  it('the reported progress of an offline download never decreases', async () => {
    const { open } = openDevice();
    const download = open();
    await download.compare(signal);
    const shares: number[] = [];
    for (;;) {
      const step = await download.saveNext({ pictures: true }, signal);
      if (step.kind !== 'saved') break;
      shares.push(step.progress.bytes / step.progress.totalBytes);
    }
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('the offline download saves every picture and deletes saved pictures that are no longer used', async () => {
    const { open, savedPictures, store } = openDevice();
    const download = open();
    const offer = await download.compare(signal);
    await saveAll(download, true);
    expect((await download.readState()).saved?.items.pictures).toBe(savedPictures.size);
    expect(savedPictures.size).toBeGreaterThan(40);
    const savedBytes = Object.values(await store.readPictures()).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(savedBytes).toBe(offer.pictureBytes);
    await store.writePictures({ ...(await store.readPictures()), '/media/old.webp': { hash: 'x', bytes: 1 } });
    savedPictures.set('/media/old.webp', 'x');
    await download.compare(signal);
    await saveAll(download, true);
    expect(savedPictures.has('/media/old.webp')).toBe(false);
  });

  it('an offline download while the news site is unavailable does not delete the news saved earlier', async () => {
    const { open, store } = openDevice();
    await open().compare(signal);
    const download = open();
    await download.compare(signal);
    await saveAll(download);
    const news = (await store.readBundles()).filter(({ kind }) => kind === 'news');
    const without = createApi(async () => {
      const answer = await app.server.inject({ url: '/api/offline/manifest' });
      const { data } = answer.json();
      const parts = data.parts.filter(({ kind }: { kind: string }) => kind !== 'news');
      const body = JSON.stringify({ statusCode: 200, data: { parts, missing: ['news'] } });
      return new Response(body, { headers: { [markerHeader]: '1' } });
    });
    const later = new LibraryDownload({
      api: without,
      store,
      pictures: { save: async () => {}, delete: async () => {}, clear: async () => {} },
      storeSite: async () => null,
      withLock: (work) => work(),
      now: app.clock.now,
    });
    await later.compare(signal);
    await saveAll(later);
    expect((await store.readBundles()).filter(({ kind }) => kind === 'news')).toEqual(news);
  });

  it('an offline download stops when the device has no space left and resumes when there is space again', async () => {
    const { open, store } = openDevice();
    const download = open();
    await download.compare(signal);
    const saveBundle = store.saveBundle;
    store.saveBundle = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(await saveAll(download)).toEqual({ kind: 'full' });
    store.saveBundle = saveBundle;
    expect((await saveAll(download)).kind).toBe('complete');
  });

  it('a paused offline download stays paused after a page reload', async () => {
    const { open } = openDevice();
    const download = open();
    await download.compare(signal);
    await download.saveNext({ pictures: true }, signal);
    await download.pause();
    expect(await open().readState()).toEqual({ saved: null, underWay: null });
  });

  it('removing the offline download deletes everything that it has saved', async () => {
    const { open, store, savedPictures } = openDevice();
    const download = open();
    await download.compare(signal);
    await saveAll(download, true);
    await download.remove();
    expect([await store.readBundles(), savedPictures.size, (await download.readState()).saved]).toEqual([[], 0, null]);
  });
});

describe('a downloaded response', () => {
  const address = 'https://academy.example/api/course?course_id=101&list_course_package=true&list_logistics=true';

  it('a response saved by the offline download equals the server’s response and has the time when it was saved', async () => {
    const { open, store } = openDevice();
    const download = open();
    await download.compare(signal);
    await saveAll(download);
    const answer = await newerResponse(undefined, { address, store });
    const asked = await app.call('GET', address.slice('https://academy.example'.length));
    expect(await answer?.json()).toEqual(asked.body);
    expect(answer?.headers.get(savedAtHeader)).toBe(String(app.clock.now()));
    const lists = 'https://academy.example/wp-json/wp/v2/posts?';
    const { body } = await app.call('GET', '/api/offline/part/lists');
    const { answers } = (body as { data: { answers: LibraryAnswer[] } }).data;
    const paged = answers.find(({ pages = 0 }) => pages > 1);
    const list = await newerResponse(undefined, { address: new URL(paged?.path ?? '', lists).href, store });
    expect(list?.headers.get('x-wp-totalpages')).toBe(String(paged?.pages));
    const eventsCall = endpointUrl(listPosts, postCardsCall(newsCategories[1], 2, postsOnPage));
    const events = await newerResponse(undefined, { address: new URL(eventsCall, lists).href, store });
    expect(await events?.json()).toEqual((await app.call('GET', eventsCall)).body);
  });

  it('a response saved by the offline download is used unless the cache has a newer one', async () => {
    const { open, store } = openDevice();
    const download = open();
    await download.compare(signal);
    await saveAll(download);
    const at = (ms: number) => new Response('{}', { headers: { [savedAtHeader]: String(ms) } });
    const [older, newer] = [at(app.clock.now() - 1), at(app.clock.now() + 1)];
    expect(await newerResponse(newer, { address, store })).toBe(newer);
    expect(await newerResponse(older, { address, store })).not.toBe(older);
  });

  it('if nothing was downloaded for offline use, or the browser blocks storage, no saved response is found', async () => {
    const { store } = openDevice();
    expect(await newerResponse(undefined, { address, store })).toBeUndefined();
    const broken = { readResponse: () => Promise.reject(new Error('blocked')) };
    expect(await newerResponse(undefined, { address, store: broken })).toBeUndefined();
  });
});

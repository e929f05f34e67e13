import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import type { VoyageAnswer, VoyagePicture } from '../../../contract/offline.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import type { VoyageStep } from '../../../machines/voyage.types.ts';
import { ApiError, createApi } from '../../../src/lib/api.ts';
import { newerAnswer } from '../../../src/offline/voyage/saved-answer.ts';
import { VoyageKeeper } from '../../../src/offline/voyage/voyage-keeper.ts';
import { VoyageStore } from '../../../src/offline/voyage/voyage-store.ts';
import { startAcademyApp } from '../../support/academy-content.ts';

const app = await startAcademyApp();
const signal = new AbortController().signal;

/** A line to the real server that counts bytes and is cut after so many calls. */
function openLine() {
  const line = { left: Number.POSITIVE_INFINITY, asked: [] as string[], bytes: 0 };
  const send: typeof fetch = async (input) => {
    if (line.left <= 0) throw new TypeError('cut');
    line.left -= 1;
    line.asked.push(String(input));
    const answer = await app.server.inject({ url: String(input), headers: { 'accept-encoding': 'br' } });
    line.bytes += answer.rawPayload.length;
    const plain = await app.server.inject({ url: String(input) });
    return new Response(plain.body, { status: plain.statusCode, headers: { [markerHeader]: '1' } });
  };
  return { line, send };
}

function openDevice(name: string = randomUUID()) {
  const { line, send } = openLine();
  const store = new VoyageStore(name);
  const album = new Map<string, string>();
  const pictures = {
    keep: async ({ path, hash }: VoyagePicture) => {
      if (line.left <= 0) throw new ApiError('offline', 'cut');
      line.left -= 1;
      album.set(path, hash);
    },
    drop: async (paths: readonly string[]) => {
      for (const path of paths) album.delete(path);
    },
    clear: async () => album.clear(),
  };
  const exclusively = <T>(work: () => Promise<T>) => work();
  const open = () => new VoyageKeeper({ api: createApi(send), store, pictures, exclusively, now: app.clock.now });
  return { line, store, album, open };
}

async function saveAll(keeper: VoyageKeeper, pictures = false): Promise<VoyageStep> {
  for (;;) {
    const step = await keeper.saveNext({ pictures }, signal);
    if (step.kind !== 'saved') return step;
  }
}

describe('saving for a voyage', () => {
  it('says what it will cost, saves all of it, and then there is nothing left to save', async () => {
    const { open, store, line } = openDevice();
    const keeper = open();
    const offer = await keeper.compare(signal);
    expect(offer.bytes).toBeGreaterThan(20_000);
    expect(offer.pictureBytes).toBeGreaterThan(100_000);
    line.bytes = 0;
    const end = await saveAll(keeper);
    // Frames of the answers and their headers come on top.
    expect(line.bytes / offer.bytes).toBeGreaterThan(0.9);
    expect(line.bytes / offer.bytes).toBeLessThan(1.2);
    expect(end).toMatchObject({ kind: 'complete', saved: { hasPictures: false, items: { pictures: 0 } } });
    expect(end.kind === 'complete' && end.saved.items.courses).toBeGreaterThanOrEqual(45);
    expect((await keeper.compare(signal)).bytes).toBe(0);
    expect((await store.readParts()).length).toBeGreaterThan(5);
    expect(await open().readShelf()).toMatchObject({ saved: { since: app.clock.now() }, underWay: null });
  });

  it('goes on where it was cut off, also after a reload, and fetches nothing twice', async () => {
    const { open, line } = openDevice();
    const asked = () => line.asked.filter((url) => url.includes('/part/'));
    for (let cuts = 0; cuts < 40; cuts += 1) {
      const keeper = open();
      line.left = 4;
      const cut = await keeper.compare(signal).then(() => saveAll(keeper));
      if (cut.kind === 'complete') break;
      expect(cut.kind).toBe('cut');
      expect((await open().readShelf()).underWay).toEqual({ pictures: false });
    }
    line.left = Number.POSITIVE_INFINITY;
    const keeper = open();
    expect((await keeper.compare(signal)).bytes).toBe(0);
    expect(new Set(asked()).size).toBe(asked().length);
    expect((await keeper.readShelf()).saved).not.toBeNull();
  });

  it('tells how far it has come, never backwards', async () => {
    const { open } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    const told: number[] = [];
    for (;;) {
      const step = await keeper.saveNext({ pictures: true }, signal);
      if (step.kind !== 'saved') break;
      told.push(step.progress.bytes / step.progress.totalBytes);
    }
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  it('saves every picture, and drops those that are shown no more', async () => {
    const { open, album, store } = openDevice();
    const keeper = open();
    const offer = await keeper.compare(signal);
    await saveAll(keeper, true);
    expect((await keeper.readShelf()).saved?.items.pictures).toBe(album.size);
    expect(album.size).toBeGreaterThan(40);
    const kept = Object.values(await store.readPictures()).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(kept).toBe(offer.pictureBytes);
    await store.writePictures({ ...(await store.readPictures()), '/media/old.webp': { hash: 'x', bytes: 1 } });
    album.set('/media/old.webp', 'x');
    await keeper.compare(signal);
    await saveAll(keeper, true);
    expect(album.has('/media/old.webp')).toBe(false);
  });

  it('keeps the news of before while the news site is away', async () => {
    const { open, store } = openDevice();
    await open().compare(signal);
    const keeper = open();
    await keeper.compare(signal);
    await saveAll(keeper);
    const news = (await store.readParts()).filter(({ kind }) => kind === 'news');
    const without = createApi(async () => {
      const answer = await app.server.inject({ url: '/api/offline/manifest' });
      const { data } = answer.json();
      const parts = data.parts.filter(({ kind }: { kind: string }) => kind !== 'news');
      const body = JSON.stringify({ statusCode: 200, data: { parts, missing: ['news'] } });
      return new Response(body, { headers: { [markerHeader]: '1' } });
    });
    const later = new VoyageKeeper({
      api: without,
      store,
      pictures: { keep: async () => {}, drop: async () => {}, clear: async () => {} },
      exclusively: (work) => work(),
      now: app.clock.now,
    });
    await later.compare(signal);
    await saveAll(later);
    expect((await store.readParts()).filter(({ kind }) => kind === 'news')).toEqual(news);
  });

  it('says that the device is full, and goes on when there is room', async () => {
    const { open, store } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    const keepPart = store.keepPart;
    store.keepPart = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(await saveAll(keeper)).toEqual({ kind: 'full' });
    store.keepPart = keepPart;
    expect((await saveAll(keeper)).kind).toBe('complete');
  });

  it('stays paused after a reload', async () => {
    const { open } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    await keeper.saveNext({ pictures: true }, signal);
    await keeper.pause();
    expect(await open().readShelf()).toEqual({ saved: null, underWay: null });
  });

  it('deletes all of it', async () => {
    const { open, store, album } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    await saveAll(keeper, true);
    await keeper.remove();
    expect([await store.readParts(), album.size, (await keeper.readShelf()).saved]).toEqual([[], 0, null]);
  });
});

describe('a saved answer', () => {
  const address = 'https://academy.example/api/course?course_id=101&list_course_package=true&list_logistics=true';

  it('is what the server said, and says its age', async () => {
    const { open, store } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    await saveAll(keeper);
    const answer = await newerAnswer(undefined, { address, store });
    const asked = await app.call('GET', address.slice('https://academy.example'.length));
    expect(await answer?.json()).toEqual(asked.body);
    expect(answer?.headers.get(savedAtHeader)).toBe(String(app.clock.now()));
    const lists = 'https://academy.example/wp-json/wp/v2/posts?';
    const { body } = await app.call('GET', '/api/offline/part/lists');
    const { answers } = (body as { data: { answers: VoyageAnswer[] } }).data;
    const paged = answers.find(({ pages = 0 }) => pages > 1);
    const list = await newerAnswer(undefined, { address: new URL(paged?.path ?? '', lists).href, store });
    expect(list?.headers.get('x-wp-totalpages')).toBe(String(paged?.pages));
  });

  it('gives way to what a visit stored later, and not to what it stored before', async () => {
    const { open, store } = openDevice();
    const keeper = open();
    await keeper.compare(signal);
    await saveAll(keeper);
    const at = (ms: number) => new Response('{}', { headers: { [savedAtHeader]: String(ms) } });
    const [older, newer] = [at(app.clock.now() - 1), at(app.clock.now() + 1)];
    expect(await newerAnswer(newer, { address, store })).toBe(newer);
    expect(await newerAnswer(older, { address, store })).not.toBe(older);
  });

  it('is none where nothing was saved or the browser keeps nothing', async () => {
    const { store } = openDevice();
    expect(await newerAnswer(undefined, { address, store })).toBeUndefined();
    const broken = { readAnswer: () => Promise.reject(new Error('blocked')) };
    expect(await newerAnswer(undefined, { address, store: broken })).toBeUndefined();
  });
});

import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { downloadRetry } from '../../../../contract/limits.ts';
import type { LibraryAnswer, LibraryKind, LibraryPart, LibraryPicture } from '../../../../contract/offline.ts';
import type { LibraryDownloadStep } from '../../../../machines/library-download.machine.ts';
import { ApiError, createApi } from '../../../../src/lib/api.ts';
import { LibraryDownload } from '../../../../src/offline/download/library-download.ts';
import { LibraryStore } from '../../../../src/offline/download/library-store.ts';
import { coursesResponse } from './course-response.ts';

const { signal } = new AbortController();
const morning = 1_700_000_000_000;

type Bundle = { hash: string; kind?: LibraryKind; answers?: LibraryAnswer[]; pictures?: LibraryPicture[] };

const page = (path: string, text: string): LibraryAnswer => ({ path, body: { text } });
const course = (id: number): LibraryAnswer => ({
  path: `/api/course?course_id=${id}`,
  body: coursesResponse({ id, name: `Course ${id}`, code: 'C', days: 1, fee: 100 }),
});
const picture = (name: string, hash = 'p1'): LibraryPicture => ({ path: `/media/${name}.webp`, hash, bytes: 1000 });

const found = (data: unknown) => Response.json({ statusCode: 200, data }, { headers: { [markerHeader]: apiVersion } });

/** The size of a bundle is 100 bytes, that of the pictures the sum of their sizes. */
function partOf([id, { hash, kind = 'pages', pictures = [] }]: [string, Bundle]): LibraryPart {
  return { id, kind, hash, bytes: kind === 'pictures' ? 1000 * pictures.length : 100, items: 2 };
}

/**
 * A device that downloads from a server with these bundles. `site`: the server's bundles, which a test may change.
 * `answers`: by bundle id, responses that replace the bundle. `asked`: the ids of the requested bundles.
 */
function openDevice(bundles: Record<string, Bundle>) {
  const site = { bundles, missing: [] as LibraryKind[] };
  const answers: Record<string, () => Response> = {};
  const asked: string[] = [];
  /** `turn`: when the lock is free, which the tabs of a device share. */
  const device = { now: morning, turn: Promise.resolve() };
  const store = new LibraryStore(randomUUID());
  const saved = new Map<string, string>();
  const pictures = {
    save: vi.fn(async ({ path, hash }: LibraryPicture) => void saved.set(path, hash)),
    delete: async (paths: readonly string[]) => {
      for (const path of paths) saved.delete(path);
    },
    clear: async () => saved.clear(),
  };
  const api = createApi(async (input, init) => {
    init?.signal?.throwIfAborted();
    const id = String(input).split('/').at(-1) ?? '';
    if (id === 'manifest') return found({ parts: Object.entries(site.bundles).map(partOf), missing: site.missing });
    asked.push(id);
    const bundle = site.bundles[id];
    const { hash = '', answers: responses = [], pictures: list = [] } = bundle ?? {};
    return answers[id]?.() ?? found({ id, hash, answers: responses, pictures: list });
  });
  const locked = vi.fn();
  const withLock = async <T>(work: () => Promise<T>): Promise<T> => {
    locked();
    await device.turn;
    return work();
  };
  const open = () =>
    new LibraryDownload({ api, store, pictures, storeSite: async () => null, withLock, now: () => device.now });
  return { site, answers, asked, device, store, saved, pictures, locked, open };
}

/** Compares with the server and downloads everything. Returns all steps. */
async function saveAll(download: LibraryDownload, pictures = false): Promise<LibraryDownloadStep[]> {
  await download.compare(signal);
  const steps: LibraryDownloadStep[] = [];
  do steps.push(await download.saveNext({ pictures }, signal));
  while (steps.at(-1)?.kind === 'saved');
  return steps;
}
const textOf = async (store: LibraryStore, path: string) => (await store.readResponse(path))?.text;
const courseIds = async (store: LibraryStore) => (await store.readRows()).map(({ id }) => id);

describe('an update of the offline library', () => {
  const first: Record<string, Bundle> = {
    // A bundle of pages may contain a course too, because Home shows courses.
    pages: { hash: '1', answers: [page('/api/a', 'old'), page('/api/b', 'old'), course(99)] },
    'courses-0': { hash: '1', kind: 'courses', answers: [course(1)] },
    'courses-16': { hash: '1', kind: 'courses', answers: [course(17)] },
  };

  it('an update of the offline library downloads only changed bundles and deletes content that these bundles no longer contain', async () => {
    const { site, asked, store, open } = openDevice(first);
    await saveAll(open());
    expect(asked.splice(0)).toEqual(['pages', 'courses-0', 'courses-16']);
    site.bundles = { ...first, pages: { hash: '2', answers: [page('/api/a', 'new')] } };
    expect((await open().compare(signal)).bytes).toBe(100);
    await saveAll(open());
    expect(asked).toEqual(['pages']);
    expect([await textOf(store, '/api/a'), await textOf(store, '/api/b')]).toEqual(['{"text":"new"}', undefined]);
    expect(await courseIds(store)).toEqual([1, 17]);
  });

  it('an update of the offline library deletes bundles that the server no longer has, but not bundles that the server could not read', async () => {
    const { site, store, open } = openDevice(first);
    await saveAll(open());
    const { 'courses-16': _, ...fewer } = first;
    site.bundles = fewer;
    site.missing = ['courses'];
    await saveAll(open());
    expect(await courseIds(store)).toEqual([1, 17]);
    site.missing = ['news'];
    await saveAll(open());
    expect((await store.readBundles()).map(({ id }) => id)).toEqual(['courses-0', 'pages']);
    expect(await courseIds(store)).toEqual([1]);
    expect(await textOf(store, '/api/course?course_id=17')).toBeUndefined();
    expect(await textOf(store, '/api/course?course_id=1')).toContain('Course 1');
  });

  it('a download of the offline library skips a bundle that the server has removed since it sent the list of bundles', async () => {
    const { answers, store, open } = openDevice(first);
    answers['courses-0'] = () => Response.json({}, { status: 404, headers: { [markerHeader]: apiVersion } });
    const steps = await saveAll(open());
    expect(steps).toMatchObject([{ kind: 'saved', progress: { bytes: 200, totalBytes: 200 } }, { kind: 'complete' }]);
    expect(await courseIds(store)).toEqual([17]);
  });

  it('a bundle of the offline library that arrived in a newer version than listed is not downloaded again', async () => {
    const { site, answers, asked, open } = openDevice(first);
    answers.pages = () => found({ id: 'pages', hash: '2', answers: [], pictures: [] });
    await saveAll(open());
    expect(asked).toEqual(['pages', 'courses-0', 'courses-16']);
    site.bundles = { ...first, pages: { hash: '2' } };
    expect((await open().compare(signal)).bytes).toBe(0);
  });
});

describe('the steps of a download of the offline library', () => {
  const seven = Object.fromEntries(
    Array.from({ length: 7 }, (_, at) => [`news-${at}`, { hash: '1', kind: 'news' }]),
  ) as Record<string, Bundle>;

  it('the offline library is downloaded three bundles at a time, and each step reports how much is saved', async () => {
    const { open, asked, locked } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    for (const [requests, bytes] of [
      [3, 300],
      [6, 600],
      [7, 700],
    ] as const) {
      const progress = { bytes, totalBytes: 700 };
      expect(await download.saveNext({ pictures: false }, signal)).toEqual({ kind: 'saved', progress });
      expect(asked).toHaveLength(requests);
    }
    expect(locked).toHaveBeenCalledTimes(3);
  });

  it('the summary of the offline library says what is saved, when it was saved and when it was last compared with the server', async () => {
    const { open, device } = openDevice({
      ...seven,
      pages: { hash: '1' },
      pictures: { hash: '1', kind: 'pictures', pictures: [picture('a'), picture('b')] },
    });
    const items = { pages: 2, courses: 0, news: 14, pictures: 0 };
    const saved = { since: morning, checkedAt: morning, bytes: 800, items, hasPictures: false };
    expect((await saveAll(open())).at(-1)).toEqual({ kind: 'complete', saved });
    device.now += 1000;
    await open().compare(signal);
    expect(await open().readState()).toEqual({ saved: { ...saved, checkedAt: morning + 1000 }, underWay: null });
    await saveAll(open(), true);
    expect((await open().readState()).saved).toEqual({
      ...{ since: morning + 1000, checkedAt: morning + 1000, bytes: 2800, hasPictures: true },
      items: { ...items, pictures: 2 },
    });
  });

  it('deleting the offline library takes the lock that is shared with downloads in other tabs, and deletes pictures too', async () => {
    const { open, locked, store, saved } = openDevice({
      ...seven,
      pictures: { hash: '1', kind: 'pictures', pictures: [picture('a')] },
    });
    await saveAll(open(), true);
    expect(saved.size).toBe(1);
    locked.mockClear();
    await open().remove();
    expect(locked).toHaveBeenCalledOnce();
    expect(await store.readBundles()).toEqual([]);
    expect(saved.size).toBe(0);
    expect(await open().readState()).toEqual({ saved: null, underWay: null });
  });

  it('a download of the offline library on a full device reports that the device is full', async () => {
    const { open, store } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    store.saveBundle = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
    expect(await download.saveNext({ pictures: false }, signal)).toEqual({ kind: 'full' });
  });

  it('the choice to download pictures is stored during a download of the offline library, and deleted when the download is paused', async () => {
    const { open } = openDevice(seven);
    const download = open();
    expect(await open().readState()).toEqual({ saved: null, underWay: null });
    await download.compare(signal);
    for (const pictures of [false, true, false]) {
      await download.saveNext({ pictures }, signal);
      expect(await open().readState()).toEqual({ saved: null, underWay: { pictures } });
    }
    await download.pause();
    expect(await open().readState()).toEqual({ saved: null, underWay: null });
  });

  it('a download of the offline library sends no request once the student has paused it', async () => {
    const { open, asked } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    const paused = AbortSignal.abort();
    await expect(download.saveNext({ pictures: false }, paused)).rejects.toThrow();
    await expect(download.compare(paused)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('a download of the offline library stays paused if the student paused it while another tab was downloading', async () => {
    const { open, device, asked } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    let finishOtherTab = () => {};
    device.turn = new Promise((resolve) => {
      finishOtherTab = resolve;
    });
    const paused = new AbortController();
    const step = download.saveNext({ pictures: false }, paused.signal);
    paused.abort();
    await download.pause();
    finishOtherTab();
    await expect(step).rejects.toThrow();
    expect(await open().readState()).toEqual({ saved: null, underWay: null });
    expect(asked).toEqual([]);
  });

  it('an unexpected error makes a download of the offline library fail, unlike a lost connection', async () => {
    const { open, store } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    store.saveBundle = () => Promise.reject(new DOMException('odd', 'DataError'));
    await expect(download.saveNext({ pictures: false }, signal)).rejects.toThrow('odd');
  });

  it('an interrupted download of the offline library goes on after the time in Retry-After, but after at most five minutes', async () => {
    const { open, answers, device } = openDevice(seven);
    const download = open();
    await download.compare(signal);
    answers['news-1'] = () => new Response('', { status: 503, headers: { 'retry-after': '60' } });
    expect(await download.saveNext({ pictures: false }, signal)).toEqual({ kind: 'cut' });
    expect(download.retryDelay()).toBe(60_000);
    device.now += 58_000;
    expect(download.retryDelay()).toBe(downloadRetry);
    device.now -= 86_400_000;
    expect(download.retryDelay()).toBe(300_000);
    answers['news-1'] = () => Response.error();
    expect(await download.saveNext({ pictures: false }, signal)).toEqual({ kind: 'cut' });
    expect(download.retryDelay()).toBe(downloadRetry);
  });
});

describe('the pictures of the offline library', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const eight = names.map((name) => picture(name));
  const bundles: Record<string, Bundle> = {
    pages: { hash: '1' },
    pictures: { hash: '1', kind: 'pictures', pictures: eight },
  };

  it('the offline library downloads pictures after all bundles, six at a time, and subtracts saved pictures from the size still to download', async () => {
    const { open, saved, asked } = openDevice(bundles);
    const download = open();
    expect(await download.compare(signal)).toEqual({ bytes: 100, pictureBytes: 8000 });
    const step = () => download.saveNext({ pictures: true }, signal);
    expect(await step()).toEqual({ kind: 'saved', progress: { bytes: 100, totalBytes: 8100 } });
    expect(await step()).toEqual({ kind: 'saved', progress: { bytes: 6100, totalBytes: 8100 } });
    expect(saved.size).toBe(6);
    expect((await open().compare(signal)).pictureBytes).toBe(2000);
    expect(await step()).toEqual({ kind: 'saved', progress: { bytes: 8100, totalBytes: 8100 } });
    expect((await open().compare(signal)).pictureBytes).toBe(0);
    expect((await step()).kind).toBe('complete');
    expect([...saved.keys()]).toEqual(eight.map(({ path }) => path));
    expect(asked.slice(0, 2)).toEqual(['pages', 'pictures']);
  });

  it('an update of the offline pictures downloads only changed pictures and deletes pictures that the server no longer has', async () => {
    const { open, site, asked, saved, pictures, store } = openDevice(bundles);
    await saveAll(open(), true);
    expect(asked.splice(0)).toEqual(['pages', 'pictures']);
    pictures.save.mockClear();
    const changed = [picture('a', 'p2'), picture('b')];
    site.bundles = { ...bundles, pictures: { hash: '2', kind: 'pictures', pictures: changed } };
    expect(await open().compare(signal)).toEqual({ bytes: 0, pictureBytes: 1000 });
    await saveAll(open(), true);
    expect(pictures.save.mock.calls.map(([{ path }]) => path)).toEqual(['/media/a.webp']);
    expect([...saved]).toEqual([
      ['/media/a.webp', 'p2'],
      ['/media/b.webp', 'p1'],
    ]);
    expect(await store.readPictures()).toEqual({
      '/media/a.webp': { hash: 'p2', bytes: 1000 },
      '/media/b.webp': { hash: 'p1', bytes: 1000 },
    });
    asked.length = 0;
    expect(await open().compare(signal)).toEqual({ bytes: 0, pictureBytes: 0 });
    expect(asked).toEqual([]);
  });

  it('an update of the offline pictures deletes no picture while the server could not read a part of the content', async () => {
    const { open, site, saved, store } = openDevice(bundles);
    await saveAll(open(), true);
    const ofPages = eight.slice(0, 5);
    site.bundles = { pages: { hash: '2' }, pictures: { hash: '2', kind: 'pictures', pictures: ofPages } };
    site.missing = ['news'];
    await saveAll(open(), true);
    expect(saved.size).toBe(8);
    expect(Object.keys(await store.readPictures())).toHaveLength(8);
    site.missing = [];
    await saveAll(open(), true);
    expect([...saved.keys()]).toEqual(ofPages.map(({ path }) => path));
  });

  it('after a picture could not be downloaded, the next download of the offline library loads only the missing pictures', async () => {
    const { open, pictures, saved } = openDevice(bundles);
    const save = pictures.save.getMockImplementation();
    pictures.save.mockImplementation(async (one) => {
      if (one.path === '/media/b.webp') throw new ApiError('offline', 'cut');
      await save?.(one);
    });
    expect((await saveAll(open(), true)).map(({ kind }) => kind)).toEqual(['saved', 'cut']);
    expect(saved.size).toBe(5);
    pictures.save.mockClear().mockImplementation(async (one) => save?.(one));
    await saveAll(open(), true);
    expect(pictures.save.mock.calls.map(([{ path }]) => path)).toEqual(
      ['b', 'g', 'h'].map((name) => `/media/${name}.webp`),
    );
  });

  it('a download of the offline library without pictures keeps earlier pictures, but its summary does not count them', async () => {
    const { open, saved } = openDevice(bundles);
    await saveAll(open(), true);
    const steps = await saveAll(open(), false);
    expect(steps).toMatchObject([{ saved: { bytes: 100, hasPictures: false, items: { pictures: 0 } } }]);
    expect(saved.size).toBe(8);
  });
});

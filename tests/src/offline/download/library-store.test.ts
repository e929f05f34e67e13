import 'fake-indexeddb/auto';
import { createStore, entries } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import { markerHeader } from '../../../../contract/headers.ts';
import { newsPagesHeader } from '../../../../contract/news-categories.ts';
import { savedAtHeader } from '../../../../contract/saved-calls.ts';
import { LibraryStore, libraryPictureCache, libraryStore } from '../../../../src/offline/download/library-store.ts';
import { newerResponse } from '../../../../src/offline/download/newer-response.ts';

const bundle = { id: 'courses-0', kind: 'courses', hash: '1', bytes: 100, items: 1 } as const;
const plan = { pictures: true, isUnderWay: false, doneAt: 5, checkedAt: 6 };
const row = {
  id: 1,
  name: 'Radar',
  code: 'R',
  slug: 'radar',
  duration: 1,
  unit: 'day',
  days: 1,
  fee: 1,
  words: ' radar',
};

it('the offline library is stored in IndexedDB under the names that earlier releases used', async () => {
  const responses = [
    { path: '/api/course', body: { data: 1 } },
    { path: '/api/news', body: { data: 2 }, pages: 7 },
  ];
  await libraryStore.saveBundle(bundle, responses, { at: 9, rows: [row] });
  await libraryStore.writePlan(plan);
  const pictures = { '/media/a.webp': { hash: 'p1', bytes: 3 } };
  await libraryStore.writePictures(pictures);
  expect(await entries(createStore('landfall-voyage', 'voyage'))).toEqual([
    ['answer:/api/course', { text: '{"data":1}', savedAt: 9 }],
    ['answer:/api/news', { text: '{"data":2}', savedAt: 9, pages: 7 }],
    ['part:courses-0', { ...bundle, savedAt: 9, paths: ['/api/course', '/api/news'] }],
    ['pictures', pictures],
    ['plan', plan],
    ['rows:courses-0', [row]],
  ]);
  expect(libraryPictureCache).toBe('landfall-voyage-pictures');
  await libraryStore.deleteBundles(await libraryStore.readBundles());
  expect((await entries(createStore('landfall-voyage', 'voyage'))).map(([key]) => key)).toEqual(['pictures', 'plan']);
});

const address = 'https://academy.example/api/news?page=2';
/** A response that was saved when a page was visited. */
const visited = (savedAt: number) => new Response('visited', { headers: { [savedAtHeader]: String(savedAt) } });
const libraryWith = (savedAt: number, pages?: number) => ({
  readResponse: async (path: string) => ({ text: path, savedAt, ...(pages === undefined ? {} : { pages }) }),
});

it.each([
  ['is newer than the response of a visit', visited(99), '/api/news?page=2'],
  ['is as old as the response of a visit', visited(100), 'visited'],
  ['is older than the response of a visit', visited(101), 'visited'],
  ['is the only one', undefined, '/api/news?page=2'],
])(
  'offline, a response in the offline library is used only if it is newer than one saved during a visit: the library’s response %s',
  async (_, cached, text) => {
    const response = await newerResponse(cached, { address, store: libraryWith(100) });
    expect(await response?.text()).toBe(text);
  },
);

it.each([
  [undefined, null],
  [7, '7'],
])(
  'a response in the offline library has headers with the time of saving and, if known, the number of pages (here %s)',
  async (pages, header) => {
    const response = await newerResponse(undefined, { address, store: libraryWith(100, pages) });
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'application/json; charset=utf-8',
      [markerHeader]: 'offline-library',
      [savedAtHeader]: '100',
      ...(header ? { [newsPagesHeader]: header } : {}),
    });
  },
);

it.each([
  ['does not contain the response', async () => undefined],
  ['cannot be read', () => Promise.reject(new DOMException('blocked', 'SecurityError'))],
])('offline, a response saved during a visit is used if the offline library %s', async (_, readResponse) => {
  const cached = visited(1);
  expect(await newerResponse(cached, { address, store: { readResponse } })).toBe(cached);
  expect(await newerResponse(undefined, { address, store: { readResponse } })).toBeUndefined();
});

it('saving a new version of a bundle of the offline library deletes the courses and responses that only its old version has', async () => {
  const store = new LibraryStore('replaced-bundle');
  await store.saveBundle(
    bundle,
    [
      { path: '/a', body: 1 },
      { path: '/b', body: 1 },
    ],
    { at: 1, rows: [] },
  );
  await store.saveBundle({ ...bundle, hash: '2' }, [{ path: '/b', body: 2 }], { at: 2, rows: [] });
  expect(await entries(createStore('replaced-bundle', 'voyage'))).toEqual([
    ['answer:/b', { text: '2', savedAt: 2 }],
    ['part:courses-0', { ...bundle, hash: '2', savedAt: 2, paths: ['/b'] }],
  ]);
});

it('offline, a response saved during a visit is used if the browser never opens the storage of the offline library', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  const cached = visited(1);
  const use = vi.fn();
  void newerResponse(cached, { address, store: new LibraryStore('stuck') }).then(use);
  await vi.advanceTimersByTimeAsync(4000);
  expect(use).toHaveBeenCalledExactlyOnceWith(cached);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('offline, a response that no visit has saved is read from the offline library even if its storage takes ten seconds to open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const inLibrary = await libraryWith(100).readResponse('saved');
  const readResponse = () =>
    new Promise<typeof inLibrary>((resolve) => {
      setTimeout(() => resolve(inLibrary), 10_000);
    });
  const found = newerResponse(undefined, { address, store: { readResponse } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await (await found)?.text()).toBe('saved');
  vi.useRealTimers();
});

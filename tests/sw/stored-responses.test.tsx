import 'fake-indexeddb/auto';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkboxPlugin } from 'workbox-core';
import { savedAtHeader } from '../../contract/saved-calls.ts';
import { libraryStore } from '../../src/offline/download/library-store.ts';
import { storedCalls, storedPictures } from '../../sw/stored-responses.ts';

afterEach(() => vi.unstubAllGlobals());

const picture = (text: string, days: number) =>
  new Response(text, { headers: { date: new Date(Date.now() - days * 86_400_000).toUTCString() } });

type Stored = { cacheName: string; seen: Response | undefined; inLibrary?: Response | undefined };

/**
 * Returns the stored response with which the worker responds. `seen`: what visits have stored in the cache `cacheName`;
 * `inLibrary`: the picture of the offline library.
 */
async function choose(plugins: readonly WorkboxPlugin[], path: string, { cacheName, seen, inLibrary }: Stored) {
  const match = async (one: string) => (one === '/media/courses/fire-640.avif' ? inLibrary : undefined);
  const opened: string[] = [];
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      opened.push(name);
      return { match };
    },
  });
  const event = { waitUntil: () => {} } as unknown as ExtendableEvent;
  const request = new Request(`https://landfall.example${path}`);
  let cachedResponse = seen;
  for (const { cachedResponseWillBeUsed } of plugins)
    cachedResponse = (await cachedResponseWillBeUsed?.({ cacheName, request, cachedResponse, event })) ?? undefined;
  // Wait until the expired responses have been deleted, so that this does not run on after the test.
  if (seen) await expect.poll(() => opened).toContain(cacheName);
  return cachedResponse?.text();
}

const show = (seen: Response | undefined, inLibrary: Response | undefined) =>
  choose(storedPictures, '/media/courses/fire-960.avif', { cacheName: 'landfall-pictures', seen, inLibrary });

/** The URLs of the responses in the cache `calls`, as the ExpirationPlugin counts them. */
async function counted(): Promise<string[]> {
  const database = await promisifyRequest(indexedDB.open('workbox-expiration'));
  if (!database.objectStoreNames.contains('cache-entries')) return [];
  const entries = database.transaction('cache-entries').objectStore('cache-entries').index('cacheName');
  const found: { url: string }[] = await promisifyRequest(entries.getAll('calls'));
  database.close();
  return found.map(({ url }) => url);
}

it('a picture of the offline library is shown however long ago it was saved', async () => {
  expect(await show(undefined, picture('library', 200))).toBe('library');
});

it('the service worker does not serve a cached picture older than 90 days, but a copy from the offline library if there is one', async () => {
  expect(await show(picture('seen', 91), picture('library', 120))).toBe('library');
  expect(await show(picture('seen', 91), undefined)).toBeUndefined();
  expect(await show(picture('seen', 89), picture('library', 120))).toBe('seen');
});

it('responses read from the offline library do not count towards the entry limit of the service worker’s cache of API calls', async () => {
  const bundle = { id: 'pages', kind: 'pages', hash: '1', bytes: 1, items: 1 } as const;
  const responses = ['/api/course?course_id=1', '/api/course?course_id=2'].map((path) => ({ path, body: 'library' }));
  await libraryStore.saveBundle(bundle, responses, { at: 2, rows: [] });
  const seen = (at: number) => new Response('"seen"', { headers: { [savedAtHeader]: String(at) } });
  const read = (id: number, response?: Response) =>
    choose(storedCalls, `/api/course?course_id=${id}`, { cacheName: 'calls', seen: response });
  expect(await read(1)).toBe('"library"');
  expect(await read(2, seen(1))).toBe('"library"');
  expect(await read(2, seen(3))).toBe('"seen"');
  await expect.poll(counted).toEqual(['https://landfall.example/api/course?course_id=2']);
});

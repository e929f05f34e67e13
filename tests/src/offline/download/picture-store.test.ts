import { expect, it, vi } from 'vitest';
import { createPictureStore } from '../../../../src/offline/download/picture-store.ts';

const picture = { path: '/media/fire.webp', hash: 'p1', bytes: 3 };
const { signal } = new AbortController();

/** A picture store on a network that gives this response. Node has no Cache Storage, so the cache is a map. */
function openStore(response: Response) {
  const stored = new Map<string, Response>();
  const removed: string[] = [];
  const opened: string[] = [];
  const cache = {
    put: async (path: string, saved: Response) => void stored.set(path, saved),
    delete: async (path: string) => stored.delete(path),
  };
  const caches = {
    open: async (name: string) => {
      opened.push(name);
      return cache;
    },
    delete: async (name: string) => removed.push(name),
  } as unknown as CacheStorage;
  const send = vi.fn<typeof fetch>(async () => response);
  return { store: createPictureStore(send, caches), send, stored, removed, opened };
}
const ours = { 'x-landfall': '1' };

it('the request for a picture of the offline library bypasses all caches, and the picture is saved by path with its content type', async () => {
  const response = new Response('abc', { headers: { ...ours, 'content-type': 'image/webp', 'content-length': '3' } });
  const { store, send, stored, opened } = openStore(response);
  await store.save(picture, signal);
  expect(send).toHaveBeenCalledExactlyOnceWith('/media/fire.webp?voyage=p1', { signal, redirect: 'manual' });
  expect(opened).toEqual(['landfall-voyage-pictures']);
  expect(await stored.get('/media/fire.webp')?.text()).toBe('abc');
  expect(stored.get('/media/fire.webp')?.headers.get('content-type')).toBe('image/webp');
});

it('a picture that the server has removed is not saved and does not interrupt the download', async () => {
  const { store, stored } = openStore(new Response('', { status: 404, headers: ours }));
  await store.save(picture, signal);
  expect(stored.size).toBe(0);
});

it.each([
  ['a captive portal', new Response('<html>'), 'offline', 0, 0],
  [
    'a proxy that asks for a pause',
    new Response('', { status: 503, headers: { 'retry-after': '9' } }),
    'offline',
    0,
    9000,
  ],
  [
    'a busy server',
    new Response('', { status: 503, headers: { ...ours, 'retry-after': '60' } }),
    'refused',
    503,
    60_000,
  ],
])('no picture is saved when the response comes from %s', async (_, response, kind, status, retryAfterMs) => {
  const { store, stored } = openStore(response);
  await expect(store.save(picture, signal)).rejects.toMatchObject({ kind, status, retryAfterMs });
  expect(stored.size).toBe(0);
});

it('pictures of the offline library are deleted one by one or all together', async () => {
  const { store, stored, removed } = openStore(new Response());
  for (const path of ['/a', '/b', '/c']) stored.set(path, new Response());
  await store.delete(['/a', '/c']);
  expect([...stored.keys()]).toEqual(['/b']);
  await store.clear();
  expect(removed).toEqual(['landfall-voyage-pictures']);
});

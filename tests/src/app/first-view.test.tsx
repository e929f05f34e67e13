import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefetchFirstView, waitForFirstPaint } from '../../../src/app/first-view.ts';
import { type Api, bindApi } from '../../../src/lib/api.ts';

type Subscribe = Parameters<typeof waitForFirstPaint>[0]['subscribe'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.getElementById('waiting')?.remove();
});

/** A router that reports its page as loaded when the test calls `notify`. */
function openRouter() {
  const listeners: Array<() => void> = [];
  const subscribe = ((_: string, listener: () => void) => {
    listeners.push(listener);
    return () => listeners.splice(listeners.indexOf(listener), 1);
  }) as unknown as Subscribe;
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  return { subscribe, notify };
}

/** Returns an object whose `isSettled` becomes true when the promise settles. */
function follow(promise: Promise<unknown>): { isSettled: boolean } {
  const followed = { isSettled: false };
  void promise.then(() => {
    followed.isSettled = true;
  });
  return followed;
}

function openClient(answer: () => Promise<never>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const call = vi.fn(answer);
  bindApi(client, { call } as unknown as Api);
  return {
    client,
    prefetched: () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey.join(' ')),
  };
}

it('the skeleton of the app shell stays until the first page has loaded, and startup continues once that page is painted', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="waiting"></div>');
  document.head.insertAdjacentHTML('beforeend', '<title data-shell>Login</title><meta data-shell name="robots">');
  const router = openRouter();
  const view = follow(waitForFirstPaint(router, document));
  await vi.advanceTimersByTimeAsync(1000);
  expect(document.getElementById('waiting')).not.toBeNull();
  router.notify();
  expect(document.getElementById('waiting')).toBeNull();
  expect(document.querySelector('[data-shell]')).toBeNull();
  expect(view.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(view.isSettled).toBe(true);
});

it('app startup continues after five seconds even if the first page has not loaded', async () => {
  const view = follow(waitForFirstPaint(openRouter(), document));
  await vi.advanceTimersByTimeAsync(4999);
  expect(view.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(view.isSettled).toBe(true);
});

it('app startup prefetches the header and footer on every page, and the data of the home page on the home page', () => {
  const { client, prefetched } = openClient(() => new Promise<never>(() => {}));
  void prefetchFirstView(client, '/terms');
  const frame = prefetched();
  expect(frame).toHaveLength(2);
  void prefetchFirstView(client, '/');
  expect(prefetched()).toHaveLength(3);
});

it('app startup waits at most 100 ms for prefetched data', async () => {
  const { client } = openClient(() => new Promise<never>(() => {}));
  const look = follow(prefetchFirstView(client, '/'));
  await vi.advanceTimersByTimeAsync(99);
  expect(look.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(look.isSettled).toBe(true);
});

it('app startup continues at once when every prefetch has succeeded or failed', async () => {
  const { client } = openClient(() => Promise.reject(new Error('no server')));
  const look = follow(prefetchFirstView(client, '/'));
  await vi.advanceTimersByTimeAsync(10);
  expect(look.isSettled).toBe(true);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askForFirstView, firstView } from '../../../src/app/first-view.ts';
import { type Api, bindApi } from '../../../src/lib/api.ts';

type Subscribe = Parameters<typeof firstView>[0]['subscribe'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.getElementById('waiting')?.remove();
});

/** A router that says when its page is there. */
function openRouter() {
  const heard: Array<() => void> = [];
  const subscribe = ((_: string, hear: () => void) => {
    heard.push(hear);
    return () => heard.splice(heard.indexOf(hear), 1);
  }) as unknown as Subscribe;
  const tell = () => {
    for (const hear of [...heard]) hear();
  };
  return { subscribe, tell };
}

/** Whether a promise has settled by now. */
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
    asked: () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey.join(' ')),
  };
}

it('keeps the picture until the page is there, and settles when that is painted', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="waiting"></div>');
  const router = openRouter();
  const view = follow(firstView(router, document));
  await vi.advanceTimersByTimeAsync(1000);
  expect(document.getElementById('waiting')).not.toBeNull();
  router.tell();
  expect(document.getElementById('waiting')).toBeNull();
  expect(view.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(view.isSettled).toBe(true);
});

it('waits five seconds for a page that does not come', async () => {
  const view = follow(firstView(openRouter(), document));
  await vi.advanceTimersByTimeAsync(4999);
  expect(view.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(view.isSettled).toBe(true);
});

it('asks for the frame on every page and for Home on Home', () => {
  const { client, asked } = openClient(() => new Promise<never>(() => {}));
  void askForFirstView(client, '/terms');
  const frame = asked();
  expect(frame).toHaveLength(2);
  void askForFirstView(client, '/');
  expect(asked()).toHaveLength(3);
});

it('waits a tenth of a second for what is not there, and no longer', async () => {
  const { client } = openClient(() => new Promise<never>(() => {}));
  const look = follow(askForFirstView(client, '/'));
  await vi.advanceTimersByTimeAsync(99);
  expect(look.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(look.isSettled).toBe(true);
});

it('goes on at once where everything has come', async () => {
  const { client } = openClient(() => Promise.reject(new Error('no server')));
  const look = follow(askForFirstView(client, '/'));
  await vi.advanceTimersByTimeAsync(10);
  expect(look.isSettled).toBe(true);
});

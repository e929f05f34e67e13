import { afterEach, expect, it, vi } from 'vitest';
import { withLock } from '../../../src/offline/with-lock.ts';
import { settled } from '../../machines/settled.ts';

afterEach(() => vi.unstubAllGlobals());

/** A piece of work that ends when the test calls `end`. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const begun = vi.fn(() => promise);
  return { begun, end: () => resolve('done') };
}

it.each([
  ['with Web Locks', navigator],
  ['without Web Locks', {}],
])('in a browser %s, only tasks with the same lock name wait for each other', async (_, device) => {
  vi.stubGlobal('navigator', device);
  const [first, second, other] = [openWork(), openWork(), openWork()];
  const results = [withLock('one', first.begun), withLock('one', second.begun), withLock('other', other.begun)];
  await settled();
  expect([first.begun, second.begun, other.begun].map((begun) => begun.mock.calls.length)).toEqual([1, 0, 1]);
  first.end();
  await settled();
  expect(second.begun).toHaveBeenCalledTimes(1);
  second.end();
  other.end();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
});

it.each([
  ['with Web Locks', navigator],
  ['without Web Locks', {}],
])('in a browser %s, a task runs even after an earlier task with the same lock name has failed', async (_, device) => {
  vi.stubGlobal('navigator', device);
  const failing = withLock('failing', () => Promise.reject(new Error('failed')));
  const next = withLock('failing', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});

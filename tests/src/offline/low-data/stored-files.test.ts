import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lowDataCache, storeAllFiles, storeFewFiles } from '../../../../src/offline/low-data/stored-files.ts';

/** Names of the caches of this device. */
const names = new Set<string>();

/** A worker that responds to the request for the remaining files with `result`. Counts the requests. */
function workerThatSays(result: boolean | number) {
  const worker = {
    asked: 0,
    messages: [] as unknown[],
    postMessage(message: unknown, [port]: MessagePort[]) {
      worker.asked += 1;
      worker.messages.push(message);
      port?.postMessage(result);
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active: worker }) } });
  return worker;
}

beforeEach(() => {
  names.clear();
  vi.stubGlobal('caches', {
    has: async (name: string) => names.has(name),
    open: async (name: string) => names.add(name),
    delete: async (name: string) => names.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('when the device already stores every file of the site, the page does not ask the service worker to store any', async () => {
  const worker = workerThatSays(true);
  expect(await storeAllFiles()).toBeNull();
  expect(worker.asked).toBe(0);
});

it('turning off low-data mode asks the service worker only once to store the files that the mode left out', async () => {
  await storeFewFiles();
  const worker = workerThatSays(true);
  expect(await storeAllFiles()).toBeNull();
  expect(await storeAllFiles()).toBeNull();
  expect(worker.messages).toEqual([{ type: 'store.rest' }]);
  expect(names.has(lowDataCache)).toBe(false);
});

it('turning off low-data mode without an active service worker still deletes the note that files of the site are missing', async () => {
  await storeFewFiles();
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active: null }) } });
  expect(await storeAllFiles()).toBeNull();
  expect(names.has(lowDataCache)).toBe(false);
});

it('when the service worker does not respond within two minutes, storeAllFiles gives up and the missing files stay marked as missing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await storeFewFiles();
  const active = { postMessage: () => {} };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
  const ended = vi.fn();
  const storing = storeAllFiles().then(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await storing;
  expect(ended).toHaveBeenCalledExactlyOnceWith(0);
  expect(names.has(lowDataCache)).toBe(true);
});

it('files that low-data mode left out stay marked as missing when the service worker could not store them', async () => {
  await storeFewFiles();
  workerThatSays(60_000);
  expect(await storeAllFiles()).toBe(60_000);
  // The worker of an earlier release says only that it failed.
  workerThatSays(false);
  expect(await storeAllFiles()).toBe(0);
  expect(names.has(lowDataCache)).toBe(true);
});

it('in a browser that blocks cache storage or has none, storing the site’s files does nothing and does not fail', async () => {
  const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
  vi.stubGlobal('caches', { has: blocked, open: blocked });
  await storeFewFiles();
  expect(await storeAllFiles()).toBeNull();
  vi.stubGlobal('caches', undefined);
  vi.stubGlobal('navigator', {});
  await storeFewFiles();
  expect(await storeAllFiles()).toBeNull();
});

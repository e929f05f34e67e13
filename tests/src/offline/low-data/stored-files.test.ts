import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lowDataCache, storeAllFiles, storeFewFiles } from '../../../../src/offline/low-data/stored-files.ts';

/** Names of the caches of this device. */
const names = new Set<string>();

/** A worker that responds to the request for the remaining files with `result`. Counts the requests. */
function workerThatSays(result: boolean | number) {
  const worker = {
    asked: 0,
    postMessage(_: unknown, [port]: MessagePort[]) {
      worker.asked += 1;
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
afterEach(() => vi.unstubAllGlobals());

it('a device that already stores every file of the site does not request the rest from the worker', async () => {
  const worker = workerThatSays(true);
  expect(await storeAllFiles()).toBeNull();
  expect(worker.asked).toBe(0);
});

it('the worker stores the files that low-data mode left out once, after the mode was turned off', async () => {
  await storeFewFiles();
  const worker = workerThatSays(true);
  expect(await storeAllFiles()).toBeNull();
  expect(await storeAllFiles()).toBeNull();
  expect(worker.asked).toBe(1);
  expect(names.has(lowDataCache)).toBe(false);
});

it('files that low-data mode left out are requested again after the connection was cut', async () => {
  await storeFewFiles();
  workerThatSays(60_000);
  expect(await storeAllFiles()).toBe(60_000);
  // The worker of an earlier release says only that it failed.
  workerThatSays(false);
  expect(await storeAllFiles()).toBe(0);
  expect(names.has(lowDataCache)).toBe(true);
});

it('a browser without service workers or storage has nothing to store', async () => {
  vi.stubGlobal('caches', undefined);
  vi.stubGlobal('navigator', {});
  await storeFewFiles();
  expect(await storeAllFiles()).toBeNull();
});

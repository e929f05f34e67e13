import type { Page } from '@playwright/test';

/**
 * What the site stores on the device. `calls`, `pictures`: numbers of API responses and pictures in the service
 * worker's caches. `oldAssets`: paths of stored scripts and other assets that only earlier releases use. `bytes`: the
 * browser's estimate of the total.
 */
export type StorageUse = {
  calls: number;
  pictures: number;
  oldAssets: string[];
  outboxRows: number;
  bytes: number;
};

/** Reads what the site stores on the device. */
export function readStorageUse(page: Page): Promise<StorageUse> {
  return page.evaluate(async () => {
    const keysOf = async (isWanted: (name: string) => boolean) => {
      const names = (await caches.keys()).filter(isWanted);
      return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    };
    const worker = await (await fetch('/sw.js')).text();
    const assets = (await keysOf((name) => name.includes('precache'))).map(({ url }) => new URL(url).pathname.slice(1));
    const outboxRows = await new Promise<number>((resolve) => {
      const opening = indexedDB.open('landfall-outbox');
      opening.onsuccess = () => {
        const counting = opening.result.transaction('rows').objectStore('rows').count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
    return {
      calls: (await keysOf((name) => name.startsWith('landfall-calls-'))).length,
      pictures: (await keysOf((name) => name === 'landfall-pictures')).length,
      oldAssets: assets.filter((name) => !worker.includes(name)),
      outboxRows,
      bytes: (await navigator.storage.estimate()).usage ?? 0,
    };
  });
}

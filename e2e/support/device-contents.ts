import type { Page } from '@playwright/test';

/**
 * Everything that the browser keeps for the site and a script can read, raw: IndexedDB with its keys, Cache Storage with
 * headers and bodies, local storage, and the tab's own session storage.
 */
export function readDevice(page: Page): Promise<Record<'indexedDB' | 'caches' | 'local' | 'session', string>> {
  return page.evaluate(async () => {
    const answerTo = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const inCaches: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const headers = JSON.stringify([...(answer?.headers ?? [])]);
        inCaches.push(name, request.url, headers, (await answer?.text()) ?? '');
      }
    }
    const inDatabases: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerTo(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, rows] = await Promise.all([answerTo(store.getAllKeys()), answerTo(store.getAll())]);
        inDatabases.push(name, storeName, JSON.stringify(keys), JSON.stringify(rows));
      }
      database.close();
    }
    return {
      indexedDB: inDatabases.join('\n'),
      caches: inCaches.join('\n'),
      local: JSON.stringify({ ...localStorage }),
      session: JSON.stringify({ ...sessionStorage }),
    };
  });
}

/** The words that lie on the device, each with its place. */
export async function findOnDevice(page: Page, words: readonly string[]): Promise<string[]> {
  const places = Object.entries(await readDevice(page));
  return places.flatMap(([place, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${place}: ${word}`),
  );
}

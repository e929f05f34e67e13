import type { Page } from '@playwright/test';

/**
 * Reads as text everything that scripts of the site can read from the browser's storage: IndexedDB with its keys, Cache
 * Storage with headers and bodies, local storage, and the session storage of the page's tab.
 */
function readBrowserStorage(page: Page): Promise<Record<'indexedDB' | 'caches' | 'local' | 'session', string>> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const inCaches: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const headers = JSON.stringify([...(response?.headers ?? [])]);
        inCaches.push(name, request.url, headers, (await response?.text()) ?? '');
      }
    }
    const inDatabases: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, rows] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
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

/** Searches the site's browser storage for these texts, ignoring case. @returns each text found, as `storage: text` */
export async function findInBrowserStorage(page: Page, texts: readonly string[]): Promise<string[]> {
  const storages = Object.entries(await readBrowserStorage(page));
  return storages.flatMap(([storage, content]) =>
    texts.filter((text) => content.toLowerCase().includes(text.toLowerCase())).map((text) => `${storage}: ${text}`),
  );
}

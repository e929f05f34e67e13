import { markerHeader } from '../../../contract/headers.ts';
import type { LibraryPicture } from '../../../contract/offline.ts';
import { ApiError } from '../../lib/api.ts';
import { readWhole } from '../../lib/read-whole.ts';
import { retryAfterOf } from '../../lib/retry-after.ts';
import { libraryPictureCache } from './library-store.ts';

/** Where the pictures of the offline library are saved. The service worker serves them from there. */
export type PictureStore = {
  /**
   * Downloads and saves a picture. @throws ApiError if our server sends no complete response, DOMException if the
   * device is full
   */
  save(picture: LibraryPicture, signal: AbortSignal): Promise<void>;
  delete(paths: readonly string[]): Promise<void>;
  clear(): Promise<void>;
};

/** Saves pictures in a cache of their own, which nothing else clears. */
export function createPictureStore(send: typeof fetch, storage: CacheStorage): PictureStore {
  const open = () => storage.open(libraryPictureCache);
  return {
    async save({ path, hash }, signal) {
      // The query string of the request keeps the service worker from storing a second copy of the picture, and the
      // HTTP cache from returning an old version.
      const request = { signal, redirect: 'manual' } as const;
      const response = await send(`${path}?voyage=${hash}`, request).catch(() => null);
      const failed = (kind: 'offline' | 'refused', status = 0) => {
        const retryAfterMs = response ? retryAfterOf(response.headers) : 0;
        return new ApiError(kind, 'The picture could not be loaded', status, { retryAfterMs });
      };
      if (!response?.headers.has(markerHeader)) throw failed('offline');
      // Skip a picture that the server has removed since it made the list of pictures.
      if (response.status === 404) return;
      if (!response.ok) throw failed('refused', response.status);
      const body = await readWhole(response).catch(() => {
        throw failed('offline');
      });
      await (await open()).put(path, new Response(body, response));
    },
    async delete(paths) {
      const cache = await open();
      await Promise.all(paths.map((path) => cache.delete(path)));
    },
    async clear() {
      await storage.delete(libraryPictureCache);
    },
  };
}

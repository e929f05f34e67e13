import { markerHeader } from '../../../contract/headers.ts';
import type { VoyagePicture } from '../../../contract/offline.ts';
import { ApiError } from '../../lib/api.ts';
import { voyagePictureCache } from './picture-cache.ts';

/** Where saved pictures are; the worker shows them without a network. */
export type PictureKeeper = {
  /** @throws ApiError offline where our server does not give it, DOMException where the device is full */
  keep(picture: VoyagePicture, signal: AbortSignal): Promise<void>;
  drop(paths: readonly string[]): Promise<void>;
  clear(): Promise<void>;
};

/** Saved pictures in the browser's cache, in one of their own, which nothing else empties. */
export function pictureKeeper(send: typeof fetch, storage: CacheStorage): PictureKeeper {
  const open = () => storage.open(voyagePictureCache);
  return {
    async keep({ path, hash }, signal) {
      // By a name of its own: the worker keeps no second copy, and the browser no older one.
      const answer = await send(`${path}?voyage=${hash}`, { signal }).catch(() => null);
      if (!answer?.headers.has(markerHeader)) throw new ApiError('offline', 'No picture came');
      // Gone since the list was made: nothing to keep.
      if (answer.status === 404) return;
      if (!answer.ok) throw new ApiError('refused', 'No picture came', answer.status);
      await (await open()).put(path, answer);
    },
    async drop(paths) {
      const cache = await open();
      await Promise.all(paths.map((path) => cache.delete(path)));
    },
    async clear() {
      await storage.delete(voyagePictureCache);
    },
  };
}

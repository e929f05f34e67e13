import type { ToWorker } from '../worker-messages.ts';

/**
 * The name of an empty cache that tells the service worker about low-data mode: while the cache exists, the worker
 * stores only the files of the site that the visitor uses. The cookie of low-data mode would not do, because some
 * browsers do not let the worker read it.
 */
export const lowDataCache = 'landfall-low-data';

/**
 * Wait at most this many milliseconds for the service worker: the browser may stop it in the middle of its work, and
 * then no response comes.
 */
const responseTimeoutMs = 120_000;

/**
 * Makes `worker` store the files of the site that low-data mode has left out. Returns null if no file is missing,
 * otherwise how many ms to wait before the next try.
 */
function askForRest(worker: ServiceWorker): Promise<number | null> {
  const { port1, port2 } = new MessageChannel();
  const message: ToWorker = { type: 'store.rest' };
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, responseTimeoutMs, 0);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data === true ? null : Number(data));
    };
    worker.postMessage(message, [port2]);
  });
}

/**
 * Makes the service worker store the next of the site's files that low-data mode has kept it from storing. Call it
 * again until it returns null. Without a worker or storage there is nothing to do.
 * @returns null if no file is missing; otherwise how many ms to wait before the next call (0: do not wait)
 */
export async function storeAllFiles(): Promise<number | null> {
  const isIncomplete = await globalThis.caches?.has(lowDataCache).catch(() => false);
  if (!isIncomplete) return null;
  const registration = await navigator.serviceWorker?.getRegistration();
  const pause = registration?.active ? await askForRest(registration.active) : null;
  if (pause === null) await caches.delete(lowDataCache);
  return pause;
}

/** Tells every service worker that is installed from now on to store only the files that the visitor uses. */
export async function storeFewFiles(): Promise<void> {
  await globalThis.caches?.open(lowDataCache).catch(() => {});
}

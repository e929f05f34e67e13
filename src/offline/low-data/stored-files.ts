import type { ToWorker } from '../worker-messages.ts';

/**
 * The name of an empty cache. While it exists, the worker stores only the files of the site that the visitor uses. The cache
 * tells the worker about low-data mode, because a worker cannot read the cookie in every browser.
 */
export const lowDataCache = 'landfall-low-data';

/** A browser may stop a worker in the middle of its work, and then no response comes. */
const responseTimeoutMs = 120_000;

/** Makes `worker` store the files that low-data mode has left out. @returns whether all files are stored now */
function askForRest(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const message: ToWorker = { type: 'store.rest' };
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, responseTimeoutMs, false);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data === true);
    };
    worker.postMessage(message, [port2]);
  });
}

/**
 * Makes the worker store every file of the site, if low-data mode has kept it from doing so. Without a worker or storage
 * there is nothing to do.
 * @returns false if the connection was cut meanwhile. Call it again then.
 */
export async function storeAllFiles(): Promise<boolean> {
  const isIncomplete = await globalThis.caches?.has(lowDataCache).catch(() => false);
  if (!isIncomplete) return true;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active && !(await askForRest(registration.active))) return false;
  await caches.delete(lowDataCache);
  return true;
}

/** Tells a worker that is not installed yet to store only the files that the visitor uses. */
export async function storeFewFiles(): Promise<void> {
  await globalThis.caches?.open(lowDataCache).catch(() => {});
}

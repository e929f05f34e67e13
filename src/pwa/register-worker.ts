import { isSavedCall, isSavedPicture } from '../../contract/saved-calls.ts';
import type { ToWorker } from '../offline/worker-messages.ts';
import { updates } from './page-updates.ts';

const checkIntervalMs = 3_600_000;

/** Filters the URLs that the page has loaded for public calls and pictures that the worker may store. */
export function storableUrls(loaded: readonly string[], origin: string): string[] {
  const own = new Set(loaded.filter((address) => address.startsWith(`${origin}/`)));
  return [...own].filter((address) => isSavedCall(new URL(address)) || isSavedPicture(new URL(address)));
}

/** On the first visit the page was loaded without a worker, so the worker stores its calls and pictures from the HTTP cache. */
async function warmCaches(container: ServiceWorkerContainer, loading: Promise<void>): Promise<void> {
  const [{ active }] = await Promise.all([container.ready, loading]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const message: ToWorker = { type: 'warm', urls: storableUrls(loaded, window.location.origin) };
  active?.postMessage(message);
}

/** Checks for a new version every hour while the page is visible, since an installed app may stay open for weeks. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    registration.update().catch(() => {});
  };
  setInterval(check, checkIntervalMs / 4);
  document.addEventListener('visibilitychange', check);
}

/**
 * Registers the service worker. Call it once the page has loaded, so that precaching does not slow down the first view.
 * `loading`: data that the page is still loading and that the worker should store too.
 */
export async function registerWorker(loading: Promise<void>): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  const isFirst = container.controller === null;
  try {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' });
    updates.watch(registration, container);
    if (isFirst) await warmCaches(container, loading);
    checkForUpdates(registration);
  } catch {
    // Some browsers have no service workers in private windows. The site then works online only.
  }
}

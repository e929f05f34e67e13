import { isSavedCall, isSavedPicture } from '../../contract/saved-calls.ts';
import type { ToWorker } from '../offline/worker-messages.ts';
import { updates } from './page-updates.ts';

const checkInterval = 3_600_000;

/** Of what the page has loaded, the public calls and pictures that the worker may store. */
export function storableAddresses(loaded: readonly string[], origin: string): string[] {
  const own = new Set(loaded.filter((address) => address.startsWith(`${origin}/`)));
  return [...own].filter((address) => isSavedCall(new URL(address)) || isSavedPicture(new URL(address)));
}

/** The first visit loaded its page before there was a worker: hand over what it loaded, out of the HTTP cache. */
async function handOver(container: ServiceWorkerContainer, loading: Promise<void>): Promise<void> {
  const [{ active }] = await Promise.all([container.ready, loading]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const message: ToWorker = { type: 'warm', urls: storableAddresses(loaded, window.location.origin) };
  active?.postMessage(message);
}

/** An installed app may stay open for weeks: it looks for a new version each hour and when it is looked at again. */
function keepLooking(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < checkInterval) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  };
  setInterval(look, checkInterval / 4);
  document.addEventListener('visibilitychange', look);
}

/**
 * Registers the worker once the page has loaded, so that its precaching takes nothing from the first view. `loading`: what
 * the page loads meanwhile that the worker shall keep too.
 */
export async function registerWorker(loading: Promise<void>): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  const isFirst = container.controller === null;
  try {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' });
    updates.watch(registration, container);
    if (isFirst) await handOver(container, loading);
    keepLooking(registration);
  } catch {
    // Private windows of some browsers refuse workers: the site then works online only.
  }
}

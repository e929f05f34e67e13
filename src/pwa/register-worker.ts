import { Workbox } from 'workbox-window';
import { isSavedCall, isSavedPicture } from '../../contract/saved-calls.ts';
import { isLowDataMode } from '../offline/low-data/low-data-mode.ts';
import { storeAllFiles, storeFewFiles } from '../offline/low-data/stored-files.ts';
import type { ToWorker } from '../offline/worker-messages.ts';
import { updates } from './page-updates.ts';

const checkIntervalMs = 3_600_000;
const firstRetryMs = 5000;
const maxRetryMs = 600_000;

const isFileOfSite = ({ pathname }: URL) => pathname.startsWith('/assets/');

/**
 * From the URLs that the page has loaded, picks the public API calls and the pictures that the service worker may
 * store. In low-data mode it also picks the site's own files, because the service worker has not stored all of them.
 */
export function storableUrls(loaded: readonly string[], origin: string, isLowData: boolean): string[] {
  const own = new Set(loaded.filter((address) => address.startsWith(`${origin}/`)));
  return [...own].filter((address) => {
    const url = new URL(address);
    return isSavedCall(url) || isSavedPicture(url) || (isLowData && isFileOfSite(url));
  });
}

/**
 * URLs of the style sheets whose contents the server has inlined into the page. For each of them, the page has a
 * disabled `<link>` with the URL.
 */
const inlinedStyles = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][disabled]')].map(({ href }) => href);

/**
 * Asks the service worker to take control of a page that was loaded without it, and to store what the page has loaded:
 * public API responses, pictures and, in low-data mode, files of the site. The worker reads them from the HTTP cache.
 */
async function handOver({ ready }: ServiceWorkerContainer, loading: Promise<void>): Promise<void> {
  const { active } = await ready;
  const send = (message: ToWorker) => active?.postMessage(message);
  send({ type: 'claim' });
  await loading;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const urls = storableUrls([...loaded, ...inlinedStyles()], window.location.origin, isLowDataMode());
  send({ type: 'warm', urls, since: performance.timeOrigin });
}

/** Checks for a new version every hour while the page is visible, since an installed app may stay open for weeks. */
function checkForUpdates(workbox: Workbox): void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    workbox.update().catch(() => {});
  };
  setInterval(check, checkIntervalMs / 4);
  document.addEventListener('visibilitychange', check);
}

/**
 * Resolves once a new service worker is installed (true) or its installation has failed (false). The installation fails
 * if the worker cannot fetch and store all files that it needs.
 */
function isInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant');
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

type Registered = { workbox: Workbox; registration: ServiceWorkerRegistration };

/**
 * Registers the service worker. Returns null if that failed, for example because its first installation failed; the
 * browser then removes the registration.
 */
async function register(): Promise<Registered | null> {
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  try {
    const registration = await workbox.register({ immediate: true });
    if (!registration) return null;
    const { active, installing } = registration;
    return active || !installing || (await isInstalled(installing)) ? { workbox, registration } : null;
  } catch {
    return null;
  }
}

/**
 * Registers the service worker. Call it once the page has loaded, so that precaching does not slow down the first view.
 * If registering fails, tries again while the page stays open. `loading`: resolves when the page has loaded further
 * data that the worker should store too.
 */
export async function registerWorker(container: ServiceWorkerContainer, loading: Promise<void>): Promise<void> {
  const isControlled = container.controller !== null;
  if (isLowDataMode()) await storeFewFiles();
  let registered = await register();
  // In private windows of some browsers, registering never succeeds, and the site works only online.
  for (let pause = firstRetryMs; !registered; pause = Math.min(pause * 2, maxRetryMs)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    registered = await register();
  }
  const { workbox, registration } = registered;
  updates.watch(workbox, registration, isControlled);
  if (!isControlled) await handOver(container, loading);
  // During an earlier visit in low-data mode, the service worker stored only some of the site's files. Let it store the
  // others now.
  if (!isLowDataMode()) void storeAllFiles();
  checkForUpdates(workbox);
}

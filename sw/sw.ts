/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { apiVersion, markerHeader } from '../contract/headers.ts';
import { isSavedCall, isSavedPicture, notPages, savedKey } from '../contract/saved-calls.ts';
import { lowDataCache } from '../src/offline/low-data/stored-files.ts';
import { outboxSyncTag, returnSyncTag, type ToPage, type ToWorker } from '../src/offline/worker-messages.ts';
import { choiceForLowData, fetchRelease, MissingFileError, storeUnhashed } from './fetch-release.ts';
import { withFirstScreens } from './first-screens.ts';
import { openPush, renewPush, showPush } from './push.ts';
import { notifyBookingReady, openBooking } from './return-notice.ts';
import { addRoutes } from './static-routes.ts';
import { storedCalls, storedPictures } from './stored-responses.ts';
import { loadedSince, wholeCalls, wholeFiles } from './whole-responses.ts';

/**
 * `shellPolicyId`: the id of the shell's Content-Security-Policy. The server sets it at the end of this script
 * (server/html/asset.routes.ts).
 */
declare const self: ServiceWorkerGlobalScope & { shellPolicyId?: string };

const callsPrefix = 'landfall-calls-';
const calls = `${callsPrefix}${apiVersion}`;

/**
 * A captive portal responds to every request. Treating its response as an error makes the Workbox strategy use the
 * stored response.
 */
const oursOnly: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (!response.headers.has(markerHeader)) throw new Error('The response is not from our server');
    return response;
  },
};

/**
 * If neither the network nor a cache has a response, the request fails as it would without a worker. If the handler
 * rejected instead, Firefox would log an unhandled error of the worker in the page.
 */
const networkError: WorkboxPlugin = { handlerDidError: async () => Response.error() };

// API calls go to the network first. If it has not responded after the timeout, the page gets the stored response. If
// none is stored, the page goes on waiting for the network.
const savedCalls = new NetworkFirst({
  cacheName: calls,
  networkTimeoutSeconds: 4,
  plugins: [
    oursOnly,
    networkError,
    wholeCalls,
    { cacheKeyWillBeUsed: async ({ request }) => savedKey(request.url) },
    ...storedCalls,
  ],
});

// A stored picture is shown at once. Meanwhile it is requested again, because the picture may have changed under the
// same name. This second request needs no network within a day: the browser's HTTP cache still has the picture.
const pictures = new StaleWhileRevalidate({
  cacheName: 'landfall-pictures',
  plugins: [oursOnly, networkError, wholeFiles, ...storedPictures],
});

const release = new PrecacheController({ plugins: [oursOnly, wholeFiles] });
type BuiltFile = { url: string; revision: string | null; integrity?: string; isCore?: true };
// Workbox also allows strings in this list of the release's files, but our build writes only objects, and marks the
// core files with `isCore` (setup/build/core-files.ts).
const built = self.__WB_MANIFEST as BuiltFile[];
const isPack = ({ url }: { url: string }) => /^assets\/parts-[\w-]+\.json$/.test(url);
release.addToCacheList(built.filter((part) => !isPack(part)));

/** Handles files with a hash in their names. In low-data mode they are stored when they are first used. */
const hashedFiles = new CacheFirst({
  cacheName: release.strategy.cacheName,
  matchOptions: { ignoreVary: true },
  plugins: [oursOnly, networkError, wholeFiles],
});
const isHashedFile = (url: URL) => release.getCacheKeyForURL(url.href) === url.href;
registerRoute(({ url }) => isHashedFile(url), hashedFiles);
registerRoute(new PrecacheRoute(release));
cleanupOutdatedCaches();

// Every page is the same shell, so a cold start needs no network. Navigation preload is off, because its response would
// not be used.
const serveShell = release.createHandlerBoundToURL('/shell.html');
registerRoute(new NavigationRoute(withFirstScreens(serveShell), { denylist: notPages }));
registerRoute(({ url, sameOrigin }) => sameOrigin && isSavedCall(url), savedCalls);
registerRoute(({ url, sameOrigin }) => sameOrigin && isSavedPicture(url) && !url.search, pictures);

function strategyOf(url: URL): Strategy | null {
  if (url.origin !== self.location.origin) return null;
  if (isHashedFile(url)) return hashedFiles;
  if (isSavedCall(url)) return savedCalls;
  return isSavedPicture(url) ? pictures : null;
}

async function warm(event: ExtendableEvent, urls: string[], since = Date.now()): Promise<void> {
  loadedSince.set(event, since);
  for (const address of urls) {
    const strategy = strategyOf(new URL(address, self.location.origin));
    if (!strategy) continue;
    // The page has loaded the URLs in `urls`, so take their responses from the HTTP cache without revalidation.
    const request = new Request(address, { cache: 'force-cache' });
    const [responded, stored] = strategy.handleAll({ event, request });
    await Promise.allSettled([responded, stored]);
  }
}

/**
 * Deletes what earlier releases stored and this one cannot use: API responses in another format, and the saved first
 * screens of all pages, because they contain the shell of an earlier release.
 */
async function deleteOldCaches(): Promise<void> {
  const isOld = (name: string) =>
    name.startsWith('landfall-first-') || (name.startsWith(callsPrefix) && name !== calls);
  const old = (await caches.keys()).filter(isOld);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function wakePages(): Promise<void> {
  const message: ToPage = { type: 'outbox.wake' };
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message);
}

/** Fetches a file of the release. @throws Error if the response is an HTTP error or not from our server */
async function fetchOurs(file: string | Request): Promise<Response> {
  const response = await fetch(file);
  if (!response.ok || !response.headers.has(markerHeader)) throw new Error('The response is not from our server');
  return response;
}

const pack = built.find(isPack)?.url ?? null;

async function install(event: ExtendableEvent): Promise<void> {
  const { cacheName } = release.strategy;
  const isLowData = await caches.has(lowDataCache);
  // In low-data mode, the worker stores files when they are first used. A static route would serve the files without
  // running the worker, so no route for assets is added.
  addRoutes(event, isLowData ? null : cacheName);
  const cache = await caches.open(cacheName);
  const core = built.filter(({ isCore }) => isCore).map(({ url }) => new URL(url, self.location.origin).href);
  const stored = (await cache.keys()).map(({ url }) => url);
  const isWanted = isLowData ? choiceForLowData(new Set(core), stored) : () => true;
  await Promise.all([
    storeUnhashed({ release, cache, fetchOurs, policyId: self.shellPolicyId }),
    fetchRelease({ release, cache, pack, fetchOurs, isWanted }, event),
  ]);
}

/**
 * Stores the files that were left out in low-data mode. Sends the result to `asker`, the page's message port: true if
 * all files are stored now. Otherwise the milliseconds that our server has asked to wait before the next try, or 0 if
 * it has not asked.
 */
async function storeRest(event: ExtendableEvent, asker: MessagePort | undefined): Promise<void> {
  const cache = await caches.open(release.strategy.cacheName);
  const all = { getURLsToCacheKeys: () => release.getURLsToCacheKeys(), strategy: hashedFiles };
  const result = await fetchRelease({ release: all, cache, pack, fetchOurs, isWanted: () => true }, event).then(
    () => true,
    (error: unknown) => (error instanceof MissingFileError ? error.retryAfterMs : 0),
  );
  asker?.postMessage(result);
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', release.activate);
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), deleteOldCaches()])));

self.addEventListener('message', (event) => {
  const message: ToWorker = event.data;
  // Activate the new version only when a page requests it, after the student has agreed to the update. Otherwise a page
  // in the middle of a payment would lose its worker.
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // On activation, the worker takes control of open pages, but not of pages that are still loading. These send `claim`
  // once the worker is active.
  if (message.type === 'claim') event.waitUntil(self.clients.claim());
  if (message.type === 'warm') event.waitUntil(warm(event, message.urls, message.since));
  if (message.type === 'store.rest') event.waitUntil(storeRest(event, event.ports[0]));
  if (message.type === 'return.tell') event.waitUntil(notifyBookingReady(self));
});

// Background Sync exists in Chromium only. The worker does not send the outbox itself: it wakes the open pages, and
// these send it.
self.addEventListener('sync', (event) => {
  if (!(event instanceof ExtendableEvent) || !('tag' in event)) return;
  if (event.tag === outboxSyncTag) event.waitUntil(wakePages());
  if (event.tag === returnSyncTag) event.waitUntil(notifyBookingReady(self));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener('pushsubscriptionchange', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(renewPush(self, event));
});
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  event.waitUntil(notification.data?.path ? openPush(self, notification) : openBooking(self, notification));
});

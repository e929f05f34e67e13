/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { apiVersion, markerHeader } from '../contract/headers.ts';
import { isSavedCall, isSavedPicture, notPages, savedAtHeader, savedKey } from '../contract/saved-calls.ts';
import { savedWidth } from '../contract/saved-pictures.ts';
import { voyagePictureCache } from '../src/offline/voyage/picture-cache.ts';
import { newerAnswer } from '../src/offline/voyage/saved-answer.ts';
import { voyageStore } from '../src/offline/voyage/voyage-store.ts';
import { outboxSyncTag, returnSyncTag, type ToPage, type ToWorker } from '../src/offline/worker-messages.ts';
import { fetchRelease } from './fetch-release.ts';
import { withFirstView } from './first-view.ts';
import { openBooking, tellOfReturn } from './return-notice.ts';
import { addRoutes } from './static-routes.ts';

declare const self: ServiceWorkerGlobalScope;

const callsPrefix = 'landfall-calls-';
const calls = `${callsPrefix}${apiVersion}`;

/** A captive portal answers everything with a page of its own. As an error it makes the strategy use what is stored. */
const oursOnly: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (!response.headers.has(markerHeader)) throw new Error('Not an answer of our server');
    return response;
  },
};

/** Screens say 'as of': the answer carries the time at which it was stored. */
const stampTime: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const headers = new Headers(response.headers);
    headers.set(savedAtHeader, String(Date.now()));
    return new Response(response.body, { status: 200, headers });
  },
};

/** What was saved for a voyage stands in for what no visit stored, or stored earlier. */
const savedForVoyage: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request, cachedResponse }) =>
    newerAnswer(cachedResponse, { address: request.url, store: voyageStore }),
};

const savedPictures: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
    if (cachedResponse) return cachedResponse;
    const album = await caches.open(voyagePictureCache);
    return album.match(savedWidth(new URL(request.url).pathname));
  },
};

const savedCalls = new NetworkFirst({
  cacheName: calls,
  networkTimeoutSeconds: 4,
  plugins: [
    oursOnly,
    stampTime,
    { cacheKeyWillBeUsed: async ({ request }) => savedKey(request.url) },
    savedForVoyage,
    new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true }),
  ],
});

// Picture names carry no hash, so a stored one is shown at once and asked after; the HTTP cache answers that for a day.
const pictures = new StaleWhileRevalidate({
  cacheName: 'landfall-pictures',
  plugins: [
    oursOnly,
    { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
    savedPictures,
    new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 90 * 86_400, purgeOnQuotaError: true }),
  ],
});

const release = new PrecacheController({ plugins: [oursOnly] });
const built = self.__WB_MANIFEST.map((part) => (typeof part === 'string' ? { url: part, revision: null } : part));
const isPack = ({ url }: { url: string }) => /^assets\/parts-[\w-]+\.json$/.test(url);
release.addToCacheList(built.filter((part) => !isPack(part)));
registerRoute(new PrecacheRoute(release));
cleanupOutdatedCaches();

// One shell for every page: a cold start needs no network. Navigation preload stays off, its answer would be thrown away.
const answerShell = release.createHandlerBoundToURL('/shell.html');
registerRoute(new NavigationRoute(withFirstView(answerShell), { denylist: notPages }));
registerRoute(({ url, sameOrigin }) => sameOrigin && isSavedCall(url), savedCalls);
registerRoute(({ url, sameOrigin }) => sameOrigin && isSavedPicture(url) && !url.search, pictures);

function strategyOf(url: URL): Strategy | null {
  if (url.origin !== self.location.origin) return null;
  if (isSavedCall(url)) return savedCalls;
  return isSavedPicture(url) ? pictures : null;
}

async function warm(event: ExtendableEvent, urls: string[]): Promise<void> {
  for (const address of urls) {
    const strategy = strategyOf(new URL(address, self.location.origin));
    if (!strategy) continue;
    // The page has loaded it a moment ago: no need to ask the server whether it is still so.
    const request = new Request(address, { cache: 'force-cache' });
    const [answered, stored] = strategy.handleAll({ event, request });
    await Promise.allSettled([answered, stored]);
  }
}

async function dropOldCalls(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(callsPrefix) && name !== calls);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function wakePages(): Promise<void> {
  const message: ToPage = { type: 'outbox.wake' };
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message);
}

async function fetchOurs(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || !response.headers.has(markerHeader)) throw new Error('Not an answer of our server');
  return response;
}

async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(release.strategy.cacheName);
  await fetchRelease({ release, cache, pack: built.find(isPack)?.url ?? null, fetchOurs }, event);
}

self.addEventListener('install', (event) => {
  addRoutes(event, release.strategy.cacheName);
  event.waitUntil(install(event));
});
self.addEventListener('activate', release.activate);
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropOldCalls()])));

self.addEventListener('message', (event) => {
  const message: ToWorker = event.data;
  // Only on the student's word: a page in the middle of a payment must keep its worker (design, settled 11).
  if (message.type === 'update.take') event.waitUntil(self.skipWaiting());
  if (message.type === 'warm') event.waitUntil(warm(event, message.urls));
  if (message.type === 'return.tell') event.waitUntil(tellOfReturn(self));
});

// Background Sync exists in Chromium only. It wakes pages; sending is theirs.
self.addEventListener('sync', (event) => {
  if (!(event instanceof ExtendableEvent) || !('tag' in event)) return;
  if (event.tag === outboxSyncTag) event.waitUntil(wakePages());
  if (event.tag === returnSyncTag) event.waitUntil(tellOfReturn(self));
});

self.addEventListener('notificationclick', (event) => event.waitUntil(openBooking(self, event.notification)));

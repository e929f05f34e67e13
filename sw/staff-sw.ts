/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { markerHeader } from '../contract/headers.ts';
import { wholeFiles } from './whole-responses.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files that the worker stores: the console's page and what rosters need (setup/build/build-staff.ts). */
declare const staffFiles: { url: string; revision: string | null; integrity?: string }[];

/** Treats a captive portal's response as an error, so that the stored page is used instead. */
const oursOnly: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (!response.headers.has(markerHeader)) throw new Error('The response is not from our server');
    return response;
  },
};

// Do not use Workbox's default cache name, because the students' service worker deletes caches with that name as
// outdated.
const release = new PrecacheController({ cacheName: 'landfall-staff', plugins: [oursOnly, wholeFiles] });
release.addToCacheList(staffFiles);

/**
 * Responds to a navigation within the staff console with the console's HTML file, which is the same for every page.
 * With a connection it comes from the server, so that staff always work with the newest release. The worker stores no
 * API responses: the pages save rosters themselves (src/staff/saved).
 */
const openPage = new NetworkFirst({
  cacheName: release.strategy.cacheName,
  networkTimeoutSeconds: 4,
  plugins: [
    oursOnly,
    {
      cacheKeyWillBeUsed: async () => release.getCacheKeyForURL('/staff') ?? '/staff',
      cacheWillUpdate: async () => null,
    },
  ],
});
// Respond only to pages of the console: the worker's scope also covers public pages whose paths begin with `staff`.
registerRoute(new NavigationRoute(openPage, { allowlist: [/^\/staff(\/|\?|$)/], denylist: [/\.\w+$/] }));
registerRoute(new PrecacheRoute(release, { cleanURLs: false, directoryIndex: '' }));

self.addEventListener('install', (event) => {
  release.install(event);
  event.waitUntil(self.skipWaiting());
});
self.addEventListener('activate', (event) => {
  release.activate(event);
  event.waitUntil(self.clients.claim());
});

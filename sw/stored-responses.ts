/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { savedWidth } from '../contract/saved-pictures.ts';
import { libraryPictureCache, libraryStore } from '../src/offline/download/library-store.ts';
import { newerResponse } from '../src/offline/download/newer-response.ts';

// The plugins that choose the stored response to a request. The offline library comes after the ExpirationPlugin, which
// thus does not see the library's responses: they do not expire, and they do not count towards `maxEntries`. Otherwise
// a student who reads the library for months at sea would push the other stored responses out.

/** Uses the response in the offline library if no visit has stored a response to the call, or only an older one. */
const offlineLibrary: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request, cachedResponse }) =>
    newerResponse(cachedResponse, { address: request.url, store: libraryStore }),
};

/** Uses the picture in the offline library if no visit has stored the picture, or if the stored one has expired. */
const offlineLibraryPictures: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
    if (cachedResponse) return cachedResponse;
    const libraryPictures = await caches.open(libraryPictureCache);
    return libraryPictures.match(savedWidth(new URL(request.url).pathname));
  },
};

const day = 86_400;

export const storedCalls: readonly WorkboxPlugin[] = [
  new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true }),
  offlineLibrary,
];

export const storedPictures: readonly WorkboxPlugin[] = [
  new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 90 * day, purgeOnQuotaError: true }),
  offlineLibraryPictures,
];

/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { savedAtHeader } from '../contract/saved-calls.ts';
import { readWhole } from '../src/lib/read-whole.ts';

// Workbox strategies store a body while it is still arriving, and some browsers report no error when the connection is
// cut meanwhile. An incomplete response must not replace the complete one that was stored before.

/**
 * When the page began to load (ms since the epoch), by the event in which the worker stores what that page has loaded.
 * The worker takes these responses from the HTTP cache. They may be hours old by then, because installing the worker
 * takes that long on a slow connection.
 */
export const loadedSince = new WeakMap<ExtendableEvent, number>();

/**
 * For API calls: stores only complete responses, each with the time of its data. This is the current time or, if the
 * response was loaded by a page before, the time at which that page began to load. Screens show it as the age of their
 * data.
 */
export const wholeCalls: WorkboxPlugin = {
  cacheWillUpdate: async ({ response, event }) => {
    if (response.status !== 200) return null;
    try {
      const body = await readWhole(response);
      // Every saved response is JSON. Parsing it detects a cut response even if the expected length is unknown, as it
      // is when the response was compressed.
      JSON.parse(new TextDecoder().decode(body));
      const headers = new Headers(response.headers);
      headers.set(savedAtHeader, String(Math.round(loadedSince.get(event) ?? Date.now())));
      return new Response(body, { status: 200, headers });
    } catch {
      return null;
    }
  },
};

/** For pictures and files of the site: stores only complete responses. */
export const wholeFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const body = await readWhole(response).catch(() => null);
    return body && new Response(body, response);
  },
};

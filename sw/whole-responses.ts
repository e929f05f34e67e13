/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { savedAtHeader } from '../contract/saved-calls.ts';
import { readWhole } from '../src/lib/read-whole.ts';

// Workbox strategies store a body while it is still arriving, and some browsers report no error when the connection is
// cut meanwhile. An incomplete response must not replace the complete one that was stored before.

/**
 * For each event that stores what a page has loaded already: when the page began to load (ms since the epoch). On a slow
 * connection, installing the worker can take hours, and the responses from the HTTP cache are then as old.
 */
export const loadedSince = new WeakMap<ExtendableEvent, number>();

/**
 * For API calls: stores only complete responses, and adds the time at which they are stored or, if the page has loaded
 * them before, the time since which it has. Screens show this time as the age of their data.
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

/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { savedAtHeader } from '../contract/saved-calls.ts';
import { readWhole } from '../src/lib/read-whole.ts';

// A strategy stores the body while it is still arriving, and some browsers report no error when the connection is cut in it.
// A part of a response must not replace the complete one that was stored before.

/** Stores only complete responses, with the time at which they are stored. Screens show it as the age of their data. */
export const wholeCalls: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    try {
      const body = await readWhole(response);
      // Every saved call returns JSON. This also finds the part of a compressed body, whose length is unknown.
      JSON.parse(new TextDecoder().decode(body));
      const headers = new Headers(response.headers);
      headers.set(savedAtHeader, String(Date.now()));
      return new Response(body, { status: 200, headers });
    } catch {
      return null;
    }
  },
};

/** Stores only complete pictures and files of the site. */
export const wholeFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null;
    const body = await readWhole(response).catch(() => null);
    return body && new Response(body, response);
  },
};

import type { RouteHandlerCallback } from 'workbox-core';
import { firstScreenCache } from '../src/offline/saved/first-screen-cache.ts';

/**
 * Serves the saved first screen of a page, so that it can be read before any script has run, or else the shell. A saved
 * first screen contains a copy of the shell. It is used only if that is the shell of this release, which the ETag tells.
 */
export function withFirstScreens(serveShell: RouteHandlerCallback): RouteHandlerCallback {
  return async (options) => {
    const { pathname, search } = options.url;
    const saved = search ? undefined : caches.match(pathname, { cacheName: firstScreenCache }).catch(() => undefined);
    const [shell, screen] = await Promise.all([serveShell(options), saved]);
    const etag = shell.headers.get('etag');
    return screen && etag && screen.headers.get('etag') === etag ? screen : shell;
  };
}

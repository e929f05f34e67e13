import type { RouteHandlerCallback } from 'workbox-core';
import { firstScreenCache } from '../src/offline/saved/first-screen-cache.ts';

/**
 * Serves the saved first screen of a page, so that the visitor can read it before any script has run. Serves the shell
 * instead if no first screen is saved, or if the ETag of the first screen shows that it was made from the shell of
 * another release.
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

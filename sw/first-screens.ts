import type { RouteHandlerCallback } from 'workbox-core';
import { firstScreenCache } from '../src/offline/saved/first-screen-cache.ts';

/**
 * Responds to a navigation with the page's saved first screen, so that the visitor can read it before any script has
 * run. A first screen is the HTML of the shell with the page's last content. Responds with the shell if no first screen
 * is saved, or if the saved one was made from the shell of another release (its ETag differs).
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

import type { RouteHandlerCallback } from 'workbox-core';
import { readFirstView } from '../src/offline/saved/saved-first-view.ts';

/** The part of the shell's skeleton that stands for the page's content (src/shell.html). */
const skeleton = /<!--first-view-->[\s\S]*<!--\/first-view-->/;

/**
 * Serves a page as the shell, with the page's saved first screen in place of the skeleton, so that it can be read before any
 * script has run. A first screen that another release saved is not used.
 */
export function withSavedFirstView(serveShell: RouteHandlerCallback): RouteHandlerCallback {
  return async (options) => {
    const [shell, view] = await Promise.all([
      serveShell(options),
      options.url.search ? null : readFirstView(options.url.pathname),
    ]);
    if (!view) return shell;
    const text = await shell.clone().text();
    if (!text.includes(`src="${view.start}"`)) return shell;
    const missing = view.styles.filter((href) => !text.includes(`href="${href}"`));
    const links = missing.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`).join('');
    const headers = new Headers(shell.headers);
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
    const page = text.replace('</head>', () => `${links}</head>`).replace(skeleton, () => view.markup);
    return new Response(page, { headers });
  };
}

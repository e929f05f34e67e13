import type { RouteHandlerCallback } from 'workbox-core';
import { readKeptView } from '../src/offline/kept-view.ts';

/** What of the shell's picture stands for the page itself (src/shell.html). */
const place = /<!--first-view-->[\s\S]*<!--\/first-view-->/;

/**
 * Answers a page with the shell, in whose picture the page's first screen stands as it was last seen, where this release
 * kept one: it can be read before any script has run.
 */
export function withFirstView(answerShell: RouteHandlerCallback): RouteHandlerCallback {
  return async (options) => {
    const [shell, view] = await Promise.all([
      answerShell(options),
      options.url.search ? null : readKeptView(options.url.pathname),
    ]);
    if (!view) return shell;
    const text = await shell.clone().text();
    if (!text.includes(`src="${view.start}"`)) return shell;
    const missing = view.styles.filter((href) => !text.includes(`href="${href}"`));
    const links = missing.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`).join('');
    const headers = new Headers(shell.headers);
    for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
    const page = text.replace('</head>', () => `${links}</head>`).replace(place, () => view.markup);
    return new Response(page, { headers });
  };
}

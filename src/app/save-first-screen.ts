import { readStartScript } from '../lib/start-script.ts';
import { firstScreenCache } from '../offline/saved/first-screen-cache.ts';
import type { AppRouter } from './router.ts';

/** Wait this many milliseconds after a page has rendered, so that its style sheets and pictures have loaded. */
const saveDelayMs = 1000;
/**
 * Elements that the saved copy of a page leaves out: they would load or play on their own, or contain what a visitor
 * typed.
 */
const omitted = 'iframe, video, audio, object, embed, input, textarea';
/** The part of the shell that is a placeholder for the page's content (src/shell.html). */
const skeleton = /<!--skeleton-->[\s\S]*<!--\/skeleton-->/;

/**
 * Returns the HTML of the elements marked `data-first-screen` and of the containers around them. Works on a copy in
 * another document, where pictures do not load. In the page's own document, a copied picture without its `source`
 * elements would load its fallback file.
 */
function copyMarked(main: Element): string {
  const copy = main.ownerDocument.implementation.createHTMLDocument().importNode(main, true);
  for (const element of copy.querySelectorAll('*')) {
    if (element.closest('[data-first-screen]')) continue;
    if (element.querySelector('[data-first-screen]')) element.replaceChildren(...element.children);
    else element.remove();
  }
  for (const element of copy.querySelectorAll(omitted)) element.remove();
  // Remove `tabindex` from the copy: it is left over from moving the focus to the new page's heading (page-focus.ts).
  copy.querySelector('h1')?.removeAttribute('tabindex');
  return copy.innerHTML;
}

/**
 * Stores the HTML of the shell, with the marked elements of the current page in place of the shell's skeleton. At the
 * next start the service worker responds with this HTML, so that the page can be read while the scripts load. Mark only
 * public texts without prices.
 */
export async function saveFirstScreen(page: Document, { pathname, search }: Location): Promise<void> {
  const main = page.querySelector('main:has([data-first-screen]:not(picture))');
  if (!main || search) return;
  // Copy the page before waiting for the shell: the visitor may go on to another page meanwhile.
  const content = copyMarked(main);
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href*="/assets/"]')];
  const shell = await fetch('/shell.html');
  const html = await shell.text();
  const start = readStartScript(page);
  // Store the page's HTML in the shell only if both are of the same release: class names differ between releases.
  if (!start || !html.includes(start)) return;
  const missing = links.map(({ href }) => new URL(href).pathname).filter((path) => !html.includes(path));
  const styles = missing.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('');
  const headers = new Headers(shell.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  const screen = html.replace('</head>', () => `${styles}</head>`).replace(skeleton, () => content);
  const cache = await caches.open(firstScreenCache);
  await cache.put(pathname, new Response(screen, { headers }));
}

/**
 * Saves the parts of each page that are marked `data-first-screen`, `saveDelayMs` after the page has rendered. If the
 * URL has changed by then, nothing is saved, because during a navigation the document still shows the previous page.
 */
export function saveFirstScreens(router: Pick<AppRouter, 'state' | 'subscribe'>, page: Window): void {
  const { document, location } = page;
  const schedule = () => {
    const { pathname } = location;
    const save = () => (location.pathname === pathname ? saveFirstScreen(document, location) : undefined);
    // Ignore the error: if the device cannot store the page's HTML, the next start shows the shell's skeleton.
    setTimeout(() => void save()?.catch(() => {}), saveDelayMs);
  };
  if (router.state.status === 'idle') schedule();
  router.subscribe('onResolved', schedule);
}

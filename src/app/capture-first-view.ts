import { storeFirstView } from '../offline/saved/saved-first-view.ts';
import type { AppRouter } from './router.ts';

/** Wait this long after a page has rendered, so that its style sheets and pictures are loaded. */
const captureDelayMs = 1000;
/** Capture more than one screen height, in case the phone is turned before the next visit. */
const capturedScreens = 1.25;
/** Elements that would load or play on their own. */
const embeds = 'iframe, video, audio, object, embed';

/** The page's main picture, which may be saved although it is not marked. */
const isMainPicture = (element: Element) =>
  element.matches('picture') && element.querySelector('[fetchpriority="high"]');

/** A grey box of the same size, in place of an element that is not saved; null if the element has no height. */
function placeholderFor(element: Element): Element | null {
  const { height } = element.getBoundingClientRect();
  if (height === 0) return null;
  const box = element.ownerDocument.createElement('div');
  box.className = element.getAttribute('class') ?? '';
  box.style.cssText = `block-size:${Math.round(height)}px;background:var(--tint)`;
  return box;
}

/** Copies an element's children that begin above the fold. */
function copyChildren(element: Element, fold: number, copy: (child: Element, fold: number) => Node | null): Node[] {
  return [...element.childNodes].flatMap((child) => {
    if (!(child instanceof Element)) return child.cloneNode();
    const top = child.getBoundingClientRect().top + (child.ownerDocument.defaultView?.scrollY ?? 0);
    return top > fold ? [] : (copy(child, fold) ?? []);
  });
}

function copyWhole(element: Element, fold: number): Node | null {
  if (element.matches(embeds)) return placeholderFor(element);
  const copy = element.cloneNode() as Element;
  // Typed text is personal.
  if (copy.matches('input')) copy.removeAttribute('value');
  copy.append(...copyChildren(element, fold, copyWhole));
  return copy;
}

/**
 * Copies the elements marked `data-first-view` with the containers around them, and placeholders for the rest; null if nothing
 * is marked.
 */
function copyMarked(element: Element, fold: number): Node | null {
  if (element.hasAttribute('data-first-view') || isMainPicture(element)) return copyWhole(element, fold);
  let isMarked = false;
  const children = copyChildren(element, fold, (child) => {
    const copy = copyMarked(child, fold);
    isMarked ||= copy !== null;
    return copy ?? placeholderFor(child);
  });
  if (!isMarked) return null;
  const box = element.cloneNode() as Element;
  // A label may contain text that is not saved.
  box.removeAttribute('aria-label');
  box.append(...children.filter((child) => child instanceof Element));
  return box;
}

/** Paths of the site's own style sheets. Those that were loaded with a chunk have absolute URLs. */
function ownStyles(page: Document, origin: string): string[] {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => new URL(href));
  return links.filter((link) => link.origin === origin).map((link) => link.pathname);
}

/**
 * Saves the first screen of the page as it is now. At the next start the service worker puts it into the shell, so that it is
 * shown while the scripts load (`sw/first-view.ts`).
 */
export async function captureFirstView(page: Document, { origin, pathname, search }: Location): Promise<void> {
  const start = page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  const main = page.querySelector('main:has([data-first-view])');
  const fold = (page.defaultView?.innerHeight ?? 0) * capturedScreens;
  const screen = main && copyMarked(main, fold);
  if (!(screen instanceof Element) || !start || search) return;
  await storeFirstView(pathname, { start, styles: ownStyles(page, origin), markup: screen.innerHTML });
}

/** Saves the first screen of each page that is shown for a while. It stops at a navigation, since the URL changes before the page. */
export function captureFirstViews(router: Pick<AppRouter, 'state' | 'subscribe'>, page: Window): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const schedule = () => {
    stop();
    timer = setTimeout(() => void captureFirstView(page.document, page.location), captureDelayMs);
  };
  if (router.state.status === 'idle') schedule();
  router.subscribe('onBeforeNavigate', stop);
  router.subscribe('onResolved', schedule);
}

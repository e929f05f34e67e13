import { keepView } from '../offline/kept-view.ts';
import type { AppRouter } from './router.ts';

/** Milliseconds that a page has stood before its first screen is kept: what it draws with is there by then. */
const stood = 1000;
/** More than a screen high, for who holds the phone otherwise next time. */
const screens = 1.25;
/** What would load or play by itself. */
const players = 'iframe, video, audio, object, embed';

/** The picture that a page opens with says no more than the words that are kept. */
const opensPage = (element: Element) => element.matches('picture') && element.querySelector('[fetchpriority="high"]');

/** The grey of what is on its way, in the place and the size of what is not kept; null for what takes no place. */
function emptyBox(element: Element): Element | null {
  const { height } = element.getBoundingClientRect();
  if (height === 0) return null;
  const box = element.ownerDocument.createElement('div');
  box.className = element.getAttribute('class') ?? '';
  box.style.cssText = `block-size:${Math.round(height)}px;background:var(--tint)`;
  return box;
}

/** Copies of an element's children, down to the fold. */
function copyChildren(element: Element, fold: number, copy: (child: Element, fold: number) => Node | null): Node[] {
  return [...element.childNodes].flatMap((child) => {
    if (!(child instanceof Element)) return child.cloneNode();
    const top = child.getBoundingClientRect().top + (child.ownerDocument.defaultView?.scrollY ?? 0);
    return top > fold ? [] : (copy(child, fold) ?? []);
  });
}

function copyWhole(element: Element, fold: number): Node | null {
  if (element.matches(players)) return emptyBox(element);
  const copy = element.cloneNode() as Element;
  // What was typed is the reader's.
  if (copy.matches('input')) copy.removeAttribute('value');
  copy.append(...copyChildren(element, fold, copyWhole));
  return copy;
}

/** A copy of what is marked, in the boxes that it stands in, beside empty ones for the rest; null where nothing is. */
function copyMarked(element: Element, fold: number): Node | null {
  if (element.hasAttribute('data-first-view') || opensPage(element)) return copyWhole(element, fold);
  let isMarked = false;
  const parts = copyChildren(element, fold, (child) => {
    const copy = copyMarked(child, fold);
    isMarked ||= copy !== null;
    return copy ?? emptyBox(child);
  });
  if (!isMarked) return null;
  const box = element.cloneNode() as Element;
  // A name may say what is not kept.
  box.removeAttribute('aria-label');
  box.append(...parts.filter((part) => part instanceof Element));
  return box;
}

/** Paths of the site's own stylesheets; those that came with a chunk are named by their whole address. */
function ownStyles(page: Document, origin: string): string[] {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => new URL(href));
  return links.filter((link) => link.origin === origin).map((link) => link.pathname);
}

/**
 * Keeps what the first screen of the page shows, as it stands, with what it is drawn by: the worker puts it into the shell
 * while the next start reads its scripts (`sw/first-view.ts`).
 */
export async function keepFirstView(page: Document, { origin, pathname, search }: Location): Promise<void> {
  const start = page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  const main = page.querySelector('main:has([data-first-view])');
  const fold = (page.defaultView?.innerHeight ?? 0) * screens;
  const screen = main && copyMarked(main, fold);
  if (!(screen instanceof Element) || !start || search) return;
  await keepView(pathname, { start, styles: ownStyles(page, origin), markup: screen.innerHTML });
}

/** Keeps the first screen of each page that stands a while: once the next is asked for, its address is there before it is. */
export function keepFirstViews(router: Pick<AppRouter, 'state' | 'subscribe'>, page: Window): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const begin = () => {
    stop();
    timer = setTimeout(() => void keepFirstView(page.document, page.location), stood);
  };
  if (router.state.status === 'idle') begin();
  router.subscribe('onBeforeNavigate', stop);
  router.subscribe('onResolved', begin);
}

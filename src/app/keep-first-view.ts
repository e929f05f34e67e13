import { keepView } from '../offline/kept-view.ts';

/**
 * A copy of what is marked as the first view of the page at `path`, in the boxes that it stands in; null where nothing is. (The
 * address of the next page is there before the page.)
 */
function copyMarked(element: Element, path: string): Element | null {
  if (element.getAttribute('data-first-view') === path) return element.cloneNode(true) as Element;
  const parts = [...element.children].flatMap((child) => copyMarked(child, path) ?? []);
  if (parts.length === 0) return null;
  const box = element.cloneNode() as Element;
  box.append(...parts);
  return box;
}

/**
 * Keeps what the first screen of the page shows, as it stands, with what it is drawn by: the worker puts it into the shell
 * while the next start reads its scripts (`sw/first-view.ts`).
 */
export async function keepFirstView(page: Document, { pathname, search }: Location): Promise<void> {
  const start = page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  const main = page.querySelector('main');
  const screen = main && copyMarked(main, pathname);
  if (!screen || !start || search) return;
  const links = page.querySelectorAll('link[rel="stylesheet"][href^="/assets/"]');
  const styles = [...links].map((link) => link.getAttribute('href') ?? '');
  await keepView(pathname, { start, styles, markup: screen.innerHTML });
}

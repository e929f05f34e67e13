import { keepView } from '../offline/kept-view.ts';

/** A copy of what is marked `data-first-view` below an element, in the boxes that it stands in; null where nothing is. */
function copyMarked(element: Element): Element | null {
  if (element.hasAttribute('data-first-view')) return element.cloneNode(true) as Element;
  const parts = [...element.children].flatMap((child) => copyMarked(child) ?? []);
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
  const screen = main && copyMarked(main);
  if (!screen || !start || search) return;
  const links = page.querySelectorAll('link[rel="stylesheet"][href^="/assets/"]');
  const styles = [...links].map((link) => link.getAttribute('href') ?? '');
  await keepView(pathname, { start, styles, markup: screen.innerHTML });
}

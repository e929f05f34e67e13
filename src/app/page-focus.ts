import type { AppRouter } from './router.ts';

/** Whether the page itself has moved the focus, to one of its fields or to a dialog, since the navigation began. */
function hasOwnFocus({ activeElement }: Document, before: Element | null): boolean {
  return activeElement !== before && activeElement?.closest('main *, dialog, [role=dialog]') != null;
}

/**
 * Focuses a heading, so that keyboard navigation and screen readers start there. The scroll position stays as the
 * router set it.
 */
function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  heading.focus({ preventScroll: true });
}

/** The live region that announces the title of a new page. */
function createAnnouncer(page: Document): HTMLElement {
  const announcer = page.createElement('div');
  announcer.className = 'visually-hidden';
  announcer.setAttribute('aria-live', 'polite');
  return page.body.appendChild(announcer);
}

/**
 * After a navigation to another path, moves the focus to the new page's `h1` and announces the page's title, as a
 * browser does for a page that it loads. Neither happens when only search parameters change, for example when the
 * visitor switches to another tab within the page.
 */
export function followPages(router: Pick<AppRouter, 'subscribe'>, page: Document): void {
  const announcer = createAnnouncer(page);
  let before: Element | null = null;
  let stopWaiting = () => {};
  const arrive = (heading: HTMLElement) => {
    if (!hasOwnFocus(page, before)) focusHeading(heading);
    announcer.textContent = page.title;
  };
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) before = page.activeElement;
  });
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    stopWaiting();
    announcer.textContent = '';
    const main = page.querySelector('main');
    const find = () => main?.querySelector('h1');
    // If the script of the new page is still loading, React writes the title and the heading later, so wait for the
    // heading.
    const observer = new MutationObserver(() => arriveOnce());
    const arriveOnce = () => {
      const heading = find();
      if (!heading) return;
      observer.disconnect();
      arrive(heading);
    };
    stopWaiting = () => observer.disconnect();
    if (main) observer.observe(main, { childList: true, subtree: true });
    arriveOnce();
  });
}

import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import { contentQueries } from '../content/content.queries.ts';
import type { AppRouter } from './router.ts';

/** Milliseconds that a page may wait for what lies on the device: longer only where it does not. */
const longestLook = 100;

/**
 * The shell brings no answers: those of the frame and of Home are asked for before the page is drawn. Settles when they are
 * there or were looked for long enough, so that a page kept on the device is drawn once, not empty and then again.
 */
export function askForFirstView(queryClient: QueryClient, pathname: string): Promise<unknown> {
  const asked = [
    queryClient.prefetchQuery(contentQueries.header()),
    queryClient.prefetchQuery(contentQueries.footer()),
  ];
  if (pathname === paths.home) asked.push(queryClient.prefetchQuery(contentQueries.home()));
  return Promise.race([Promise.all(asked), new Promise((stop) => setTimeout(stop, longestLook))]);
}

/** Milliseconds after which nothing waits for a page any more that does not come. */
const patience = 5000;

/**
 * Settles when the first page is painted. The shell's picture of a page stays until the page itself is drawn: before that
 * the root is empty.
 */
export function firstView(router: Pick<AppRouter, 'subscribe'>, page: Document): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience);
    const stop = router.subscribe('onResolved', () => {
      stop();
      page.getElementById('waiting')?.remove();
      // The frame's own callback comes before its paint.
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  });
}

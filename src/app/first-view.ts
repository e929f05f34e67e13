import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/pages.ts';
import { contentQueries } from '../content/content.queries.ts';
import type { AppRouter } from './router.ts';

/** Before the first render, wait at most this many milliseconds for data that is saved on the device. */
const deviceReadTimeoutMs = 100;

/**
 * Before the first render, prefetches the data of the header and the footer, and on Home also its data. The shell
 * contains no data, so without this, a page saved on the device would be rendered first empty and then filled. Resolves
 * when the data is there or the timeout has passed.
 */
export function prefetchFirstView(queryClient: QueryClient, pathname: string): Promise<unknown> {
  const fetches = [
    queryClient.prefetchQuery(contentQueries.header()),
    queryClient.prefetchQuery(contentQueries.footer()),
  ];
  if (pathname === paths.home) fetches.push(queryClient.prefetchQuery(contentQueries.home()));
  return Promise.race([Promise.all(fetches), new Promise((resolve) => setTimeout(resolve, deviceReadTimeoutMs))]);
}

/** Stop waiting for the first paint after this many milliseconds. */
const firstPaintTimeoutMs = 5000;

/**
 * Removes the shell's skeleton and title once the router has rendered the first page. Resolves after the browser has
 * painted the page, or after `firstPaintTimeoutMs`.
 */
export function waitForFirstPaint(router: Pick<AppRouter, 'subscribe'>, page: Document): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, firstPaintTimeoutMs);
    const stop = router.subscribe('onResolved', () => {
      stop();
      // The page has rendered a title of its own. Remove the shell's title, because the first title in a document
      // counts.
      for (const element of page.querySelectorAll('#waiting, [data-shell]')) element.remove();
      // requestAnimationFrame calls back before the paint. A timeout that starts in its callback fires after the paint.
      requestAnimationFrame(() => setTimeout(resolve, 0));
    });
  });
}

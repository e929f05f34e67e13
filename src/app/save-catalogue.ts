import type { QueryClient } from '@tanstack/react-query';
import { categories } from '../../contract/categories.ts';
import { coursesOnListPage } from '../../contract/limits.ts';
import { courseQueries } from '../catalogue/course.queries.ts';
import { contentQueries } from '../content/content.queries.ts';
import { isSparing } from '../offline/low-data/low-data-mode.ts';
import { connection } from '../offline/page-connection.ts';
import { queryStore } from '../offline/query-store.ts';
import { saveAhead } from '../offline/save-ahead.ts';

/** After the first view: Home and the four course lists are kept for a day without a network, whatever page was opened. */
export async function saveCatalogue(queryClient: QueryClient): Promise<void> {
  if (isSparing()) return;
  const parts = { storage: queryStore, connection, now: Date.now };
  // Side by side: each waits most of a second for its first byte over a satellite.
  await Promise.all([
    saveAhead(queryClient, contentQueries.home(), parts),
    ...categories.flatMap(({ id }) => [
      saveAhead(queryClient, courseQueries.byCategory(id), parts),
      saveAhead(queryClient, courseQueries.byCategory(id, coursesOnListPage), parts),
    ]),
  ]);
}

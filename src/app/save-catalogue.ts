import type { QueryClient } from '@tanstack/react-query';
import { categories } from '../../contract/categories.ts';
import { courseQueries } from '../catalogue/course.queries.ts';
import { contentQueries } from '../content/content.queries.ts';
import { connection } from '../offline/connection/page-connection.ts';
import { isLowDataMode } from '../offline/low-data/low-data-mode.ts';
import { deviceStore } from '../offline/saved/device-store.ts';
import { saveAhead } from '../offline/saved/save-ahead.ts';

/**
 * Saves the data of Home and of the course lists for offline use, at most once a day. Call it after the first paint.
 */
export async function saveCatalogue(queryClient: QueryClient): Promise<void> {
  if (isLowDataMode()) return;
  const deps = { storage: deviceStore, connection, now: Date.now };
  // Fetch Home and the course lists in parallel: over a satellite link, most of a second passes before each response
  // begins.
  await Promise.all([
    saveAhead(queryClient, contentQueries.home(), deps),
    ...categories.map(({ id }) => saveAhead(queryClient, courseQueries.byCategory(id), deps)),
  ]);
}

import type { QueryClient } from '@tanstack/react-query';
import { latestQueries } from './latest.queries.ts';
import { renderSynchronously } from './lazy-lower-sections.tsx';
import { LowerSections } from './lower-sections.tsx';

/**
 * On the server, which renders Home completely, loads the newest posts and the code of the lower sections. A browser
 * loads these sections lazily.
 */
export async function loadLowerSections(client: QueryClient): Promise<void> {
  renderSynchronously(LowerSections);
  await Promise.all([client.prefetchQuery(latestQueries.blogs()), client.prefetchQuery(latestQueries.events())]);
}

import type { QueryClient } from '@tanstack/react-query';
import { drawBelowAtOnce } from './below-later.tsx';
import { HomeBelow } from './home-below.tsx';
import { latestQueries } from './latest.queries.ts';

/** For the server, which draws Home whole: the newest posts, and the parts that a browser loads later. */
export async function loadBelow(client: QueryClient): Promise<void> {
  drawBelowAtOnce(HomeBelow);
  await Promise.all([client.prefetchQuery(latestQueries.blogs()), client.prefetchQuery(latestQueries.events())]);
}

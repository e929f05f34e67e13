import type { QueryClient } from '@tanstack/react-query';
import { academyDay } from '../../lib/format/format.ts';
import { courseQueries } from '../course.queries.ts';
import { type CompareAddress, comparedCourses, readCompareAddress } from './compared-courses.ts';

/**
 * Reads from the search parameters which courses to compare, and prefetches these courses. The server waits for them,
 * the browser does not. `today`: the current day at the academy.
 */
export async function loadCompared(
  client: QueryClient,
  search: { ids?: unknown; add?: unknown },
): Promise<{ address: CompareAddress; today: string }> {
  const address = readCompareAddress(search);
  const prefetches = comparedCourses(address).ids.map((id) => client.prefetchQuery(courseQueries.detail(id)));
  if (import.meta.env.SSR) await Promise.all(prefetches);
  return { address, today: academyDay() };
}

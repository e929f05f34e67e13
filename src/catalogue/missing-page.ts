import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Returns the course or department that a query has in memory or on the device, or else fetches it; null if the server
 * has no such course or department. Stale data is returned at once and fetched again in the background. A stale null is
 * not returned, because the course or department may have been published since.
 * @throws ApiError
 */
export async function findSaved<Found, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Found | null, Error, Found | null, Key>,
): Promise<Found | null> {
  return (await client.ensureQueryData({ ...query, revalidateIfStale: true })) ?? (await client.fetchQuery(query));
}

/**
 * Runs the page's loader again once the server has responded that the course or department no longer exists
 * (`isMissing`). The loader then shows 'Page not found' in place of the saved data with which the page may have opened.
 */
export function useReloadWhenMissing(isMissing: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isMissing) void router.invalidate();
  }, [isMissing, router]);
}

import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Returns what a query for one course or department has cached or saved, or else fetches it. Null if the server has no
 * such course or department. Stale data is returned at once and fetched again in the background. If the stale data is
 * null, waits for the new data instead, because the course or department may have been published since.
 * @throws ApiError
 */
export async function findSaved<Found, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Found | null, Error, Found | null, Key>,
): Promise<Found | null> {
  return (await client.ensureQueryData({ ...query, revalidateIfStale: true })) ?? (await client.fetchQuery(query));
}

/**
 * Once the server has responded that the course or department no longer exists (`isMissing`), runs the page's loader
 * again, which then shows 'Page not found'. This is needed because the page may have opened with saved data.
 */
export function useReloadWhenMissing(isMissing: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isMissing) void router.invalidate();
  }, [isMissing, router]);
}

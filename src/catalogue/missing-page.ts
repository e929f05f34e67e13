import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * The cached or saved data of a query for one course or department, which is fetched again in the background if it is
 * stale; fetched if there is none. Null if the server has no such course or department: a stale null is fetched again
 * first, because it may have been published since. @throws ApiError
 */
export async function findSaved<Found, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Found | null, Error, Found | null, Key>,
): Promise<Found | null> {
  return (await client.ensureQueryData({ ...query, revalidateIfStale: true })) ?? (await client.fetchQuery(query));
}

/**
 * Runs the loader of the page again once the server has returned that what the page shows no longer exists
 * (`isMissing`), so that it shows 'Page not found'. This may become known only after the page has opened with saved
 * data.
 */
export function useReloadWhenMissing(isMissing: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isMissing) void router.invalidate();
  }, [isMissing, router]);
}

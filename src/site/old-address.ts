import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { findRedirect, listRedirects } from '../../contract/redirects.ts';
import { apiOf } from '../lib/api.ts';

/**
 * Leads on from an address of the old site, in history's place of it (document 2, section 2 "Redirect table"); true where it
 * was one. Nothing else of the site needs the table, so it is asked here alone. @throws ApiError
 */
export async function leaveOldAddress(client: QueryClient, router: AnyRouter): Promise<boolean> {
  const { pathname, href } = router.state.location;
  const redirects = await client.fetchQuery({
    queryKey: ['content', 'redirects'],
    queryFn: async ({ signal }) => (await apiOf(client).call(listRedirects, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: 'public' },
  });
  const target = findRedirect(redirects, pathname);
  // Whoever went on meanwhile is not called back.
  if (!target || router.state.location.href !== href) return false;
  router.history.replace(`${target}${router.state.location.searchStr}`);
  return true;
}

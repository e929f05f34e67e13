import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { findRedirect, listRedirects } from '../../../contract/redirects.ts';
import { callSaved } from '../../offline/saved/saved-call.ts';

/**
 * Loads the redirect table of the old site (docs/product.md#routes). If it has a redirect for the current URL, replaces
 * this URL in the browser's history with the redirect's target. Returns whether it did so. @throws ApiError
 */
export async function redirectFromOldSite(client: QueryClient, router: AnyRouter): Promise<boolean> {
  const { pathname, href } = router.state.location;
  const redirects = await client.fetchQuery({
    queryKey: ['content', 'redirects'],
    queryFn: async (context) => (await callSaved(context, listRedirects, {})).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: 'public' },
  });
  const target = findRedirect(redirects, pathname);
  // Do not redirect a visitor who has gone to another page in the meantime.
  if (!target || router.state.location.href !== href) return false;
  router.history.replace(`${target}${router.state.location.searchStr}`);
  return true;
}

import type { QueryClient } from '@tanstack/react-query';

/**
 * Key of the query that holds the site's origin. The query is never garbage-collected (`query-client.ts`), because only
 * a server-rendered page delivers the origin.
 */
export const siteAddressKey = ['site', 'address'] as const;

/**
 * Stores the site's public origin, which only the server knows, in a query. The origin reaches the browser with the
 * dehydrated queries.
 */
export function setSiteAddress(client: QueryClient, address: string): void {
  client.setQueryData(siteAddressKey, new URL(address).origin);
}

/** The absolute URL of `path`; null if the public origin is not known. */
export function publicAddress(client: QueryClient, path: string): string | null {
  const origin = client.getQueryData<string>(siteAddressKey);
  return origin ? new URL(path, origin).href : null;
}

import type { QueryClient } from '@tanstack/react-query';

/** Kept while the page lives: it comes once, with the page that the server rendered. */
export const siteAddressKey = ['site', 'address'] as const;

/** The site's public origin, which the server knows where it is configured. It travels with what the page's queries fetched. */
export function setSiteAddress(client: QueryClient, address: string): void {
  client.setQueryData(siteAddressKey, new URL(address).origin);
}

/** `path` with the site's public origin; null where that is not known. */
export function publicAddress(client: QueryClient, path: string): string | null {
  const origin = client.getQueryData<string>(siteAddressKey);
  return origin ? new URL(path, origin).href : null;
}

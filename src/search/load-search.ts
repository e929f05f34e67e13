import type { QueryClient } from '@tanstack/react-query';
import { searchQueries } from './search.queries.ts';
import { readSearchText } from './search-text.ts';

/** Reads from the search parameter what to search for. The server also waits for the results. */
export async function loadSearch(client: QueryClient, q: unknown): Promise<{ text: string }> {
  const text = readSearchText(q);
  if (import.meta.env.SSR && text) await client.prefetchQuery(searchQueries.site(text));
  return { text };
}

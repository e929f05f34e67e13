import type { QueryClient } from '@tanstack/react-query';
import { searchQueries } from './search.queries.ts';
import { readSearchText } from './search-text.ts';

/** Reads the text to search for from the search parameter `q`. On the server, also waits for the results. */
export async function loadSearch(client: QueryClient, q: unknown): Promise<{ text: string }> {
  const text = readSearchText(q);
  if (import.meta.env.SSR && text) await client.prefetchQuery(searchQueries.site(text));
  return { text };
}

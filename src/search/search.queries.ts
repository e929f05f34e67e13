import { queryOptions } from '@tanstack/react-query';
import { searchSite } from '../../contract/search.ts';
import { apiOf } from '../lib/api.ts';

/** Milliseconds for which the results of a search are not requested again. */
const freshForMs = 60_000;

/**
 * Queries for searches. `site`: the server's results for a text. `saved`: the search index of what this device has
 * saved. @throws ApiError
 */
export const searchQueries = {
  site: (text: string) =>
    queryOptions({
      queryKey: ['search', 'site', text],
      queryFn: async ({ client, signal }) => {
        const { data } = await apiOf(client).call(searchSite, { query: { q: text } }, { signal });
        return { text, results: data.results };
      },
      staleTime: freshForMs,
    }),
  saved: () =>
    queryOptions({
      queryKey: ['search', 'saved'],
      // Load `saved-index.ts` on demand, because only offline visitors need its code that ranks results.
      queryFn: async ({ client }) => (await import('./saved-index.ts')).makeSavedIndex(client),
      structuralSharing: false,
    }),
};

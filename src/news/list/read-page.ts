import { searchNumber } from '../../lib/search-values.ts';

/**
 * Parses `?page=` of a news list. Returns `page: undefined` for the first page and for invalid values: the router
 * removes the parameter from the URL only if the result has the key `page`.
 */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const page = searchNumber(search.page);
  return { page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined };
}

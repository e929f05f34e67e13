import { searchNumber } from '../../lib/search-values.ts';

/**
 * Parses `?page=` of a news list. For the first page and for invalid values, `page` is undefined instead of left out,
 * because the router removes a parameter from the URL only if the result contains it.
 */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const page = searchNumber(search.page);
  return { page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined };
}

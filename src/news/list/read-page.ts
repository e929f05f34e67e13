import { searchNumber } from '../../lib/search-values.ts';

/**
 * Parses `?page=` of a news list. For the first page and for invalid values, the result contains `page: undefined`: the
 * router removes a parameter from the URL only if the result has its key.
 */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const page = searchNumber(search.page);
  return { page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined };
}

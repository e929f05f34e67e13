import { searchNumber } from '../../lib/search-values.ts';

/**
 * Parses `?page=` of a news list. The first page and invalid values are undefined, because the router does not remove a
 * parameter that is missing in the result.
 */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const page = searchNumber(search.page);
  return { page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined };
}

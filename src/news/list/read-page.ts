/** Parses `?page=` of a news list. Returns an empty object for the first page and for invalid values. */
export function readPage(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {};
}

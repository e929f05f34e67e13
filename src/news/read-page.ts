/** The page that an address asks for: a whole number above 1, else the first, which stands in no address. */
export function readPage(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? { page } : {};
}

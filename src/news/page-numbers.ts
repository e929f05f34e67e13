/** Numbers to show for `pages` pages around `page`: the first, the last and its neighbours; null where some are left out. */
export function pageNumbers(page: number, pages: number): Array<number | null> {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(shown)].toSorted((one, other) => one - other);
  return numbers.flatMap((number, place) =>
    place > 0 && number - (numbers[place - 1] ?? 0) > 1 ? [null, number] : [number],
  );
}

/** Address of a list's page; the first has no number. */
export function pageAddress(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}

/** Page numbers to link: the first, the last, `page` and its neighbours. Null stands for a gap between them. */
export function pageNumbers(page: number, pages: number): Array<number | null> {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(shown)].toSorted((one, other) => one - other);
  return numbers.flatMap((number, index) =>
    index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? [null, number] : [number],
  );
}

/** URL of one page of a list. The URL of the first page contains no page number. */
export function pageAddress(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}

import type { Price } from './batch.ts';

/** A row of a course's fee break-up. `fee` is in rupees. */
type FeeRow = { year: string; fee: number };

const yearName = /^Year (\d+)$/;

/**
 * The cost in rupees of each year of a course that is paid year by year, first year first. Null unless the rows of the
 * fee break-up are named `Year 1`, `Year 2` and so on, for at least two years, with no year missing
 * (docs/product.md#fees-by-year).
 */
export function feesByYear(fees: readonly FeeRow[] = []): number[] | null {
  const sums = new Map<number, number>();
  for (const { year, fee } of fees) {
    const named = yearName.exec(year);
    if (!named) return null;
    const number = Number(named[1]);
    sums.set(number, (sums.get(number) ?? 0) + fee);
  }
  const amounts = Array.from(sums, (_, index) => sums.get(index + 1));
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length > 1 && known.length === amounts.length ? known : null;
}

/** Whether a row of a course's fee break-up is the fee of one year. */
export const isYearRow = ({ year }: Pick<FeeRow, 'year'>): boolean => yearName.test(year);

/**
 * The price of a whole course in rupees, for filters and sorting. For a course paid year by year, the sum of all its
 * years.
 */
export const wholePrice = ({ main, by_year }: Price): number => by_year?.total ?? main;

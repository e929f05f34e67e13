import type { Price } from '../../contract/batch.ts';
import type { PriceTerms } from '../../contract/course.ts';
import { feesByYear } from '../../contract/fees-by-year.ts';
import type { StoredDiscount } from '../db/discounts.ts';
import { type PricePaise, toPaise, toRupees } from '../db/paise.ts';

function reduce(feePaise: number, discount: StoredDiscount): number {
  if (discount.type === 'fixed_amount') return Math.max(0, feePaise - discount.value);
  // Rounds half up. The integer arithmetic is exact for fees of up to 900 crore rupees.
  return Math.floor((feePaise * (10_000 - discount.value) + 5_000) / 10_000);
}

function withStruck(main: number, struck: number): PricePaise {
  return { main, struck: struck > main ? struck : null };
}

/** The price of a course: its fee, reduced by the first of the discounts. The full fee is shown crossed out. */
export function priceCourse(feePaise: number, discounts: readonly StoredDiscount[]): PricePaise {
  const [first] = discounts;
  return first ? withStruck(reduce(feePaise, first), feePaise) : { main: feePaise, struck: null };
}

/**
 * The price of a package: its base price, reduced by the first discount. The price that is shown crossed out is the
 * base price or the sum of the fees of the package's courses, as the discount says.
 */
export function pricePackage(
  feePaise: number,
  courseFeesPaise: readonly number[],
  discounts: readonly StoredDiscount[],
): PricePaise {
  const [first] = discounts;
  if (!first) return { main: feePaise, struck: null };
  const courseSum = courseFeesPaise.reduce((sum, fee) => sum + fee, 0);
  return withStruck(reduce(feePaise, first), first.crossed_out_price === 'course-sum' ? courseSum : feePaise);
}

/** A price in rupees, as the API returns it. `percent_off`, for the badge, is rounded and left out if it is 0. */
export function toPrice({ main, struck }: PricePaise): Price {
  const price: Price = { main: toRupees(main) };
  if (struck === null) return price;
  price.struck = toRupees(struck);
  const percentOff = Math.round(((struck - main) / struck) * 100);
  return percentOff > 0 ? { ...price, percent_off: percentOff } : price;
}

/**
 * The price of a course in rupees, as the API returns it. A discount reduces only the fee of the first year. If the
 * course lasts several years, each later year costs what the course's table of fees says.
 */
export function toCoursePrice(price: PricePaise, { fees, price_note: note }: PriceTerms): Price {
  const years = feesByYear(fees);
  const rest = years?.slice(1).reduce((sum, fee) => sum + toPaise(fee), 0) ?? 0;
  return {
    ...toPrice(price),
    ...(years ? { by_year: { years: years.length, total: toRupees(price.main + rest) } } : {}),
    ...(note ? { note } : {}),
  };
}

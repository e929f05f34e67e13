import type { Price } from '../../contract/batch.ts';
import { toRupees } from '../db/paise.ts';

/** A discount as stored: `value` is percent times 100, or paise. */
export type StoredDiscount = {
  type: 'percentage' | 'fixed_amount';
  value: number;
  crossed_out_price: 'course-sum' | 'base-price';
};

/** Paise: what is paid and, where it is more, what is struck through. */
export type PricePaise = { main: number; struck: number | null };

function reduce(feePaise: number, discount: StoredDiscount): number {
  if (discount.type === 'fixed_amount') return Math.max(0, feePaise - discount.value);
  // Half up in whole numbers: fee times 10,000 stays exact up to 900 crore rupees.
  return Math.floor((feePaise * (10_000 - discount.value) + 5_000) / 10_000);
}

function withStruck(main: number, struck: number): PricePaise {
  return { main, struck: struck > main ? struck : null };
}

/** Price of a course: the first discount off the fee, the fee struck through (decisions, "Discounts"). */
export function priceCourse(feePaise: number, discounts: readonly StoredDiscount[]): PricePaise {
  const [first] = discounts;
  return first ? withStruck(reduce(feePaise, first), feePaise) : { main: feePaise, struck: null };
}

/**
 * Price of a package: the first discount off its base price; struck is the sum of its courses' fees or the base price,
 * as the discount says (decisions, "Discounts").
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

/** The wire's price in rupees, with the badge's rounded percentage where it is above 0. */
export function toPrice({ main, struck }: PricePaise): Price {
  const price: Price = { main: toRupees(main) };
  if (struck === null) return price;
  price.struck = toRupees(struck);
  const percentOff = Math.round(((struck - main) / struck) * 100);
  return percentOff > 0 ? { ...price, percent_off: percentOff } : price;
}

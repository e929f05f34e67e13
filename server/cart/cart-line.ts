import type { Batch, Price } from '../../contract/batch.ts';
import type { BatchTrouble, CartCourse, CartItemType } from '../../contract/cart.ts';
import type { PriceTerms } from '../../contract/course.ts';
import type { StoredDiscount } from '../db/discounts.ts';
import type { PricePaise } from '../db/paise.ts';

/**
 * The functions that compute prices. They belong to the catalogue; `server/composition/orders.ts` passes them in. Fees
 * are in paise. `toWire` converts a price to rupees, as the API returns it.
 */
export type PriceRules = {
  course: (fee: number, discounts: readonly StoredDiscount[]) => PricePaise;
  package: (fee: number, courseFees: readonly number[], discounts: readonly StoredDiscount[]) => PricePaise;
  toWire: (price: PricePaise, terms: PriceTerms) => Price;
};

/** A course of a cart line with its chosen batch. */
export type LineCourse = {
  course: Omit<CartCourse, 'batch' | 'trouble' | 'total_fee'>;
  feePaise: number;
  batch: Batch & { is_booked: boolean };
  trouble: BatchTrouble | null;
};

/**
 * A line of the cart, with amounts in paise. `courses` has one entry for a single course, and one for each course of a
 * package.
 */
export type CartLine = {
  type: CartItemType;
  id: number;
  name: string;
  image: string;
  feePaise: number;
  price: PricePaise;
  /**
   * The fields of a course that are needed for the prices of its later years and for the note on its price; empty for
   * a package.
   */
  terms: PriceTerms;
  courses: LineCourse[];
  discounts: StoredDiscount[];
};

/** A student's cart, with the student's name and picture. */
export type CartLines = {
  student: { id: string; name: string; image: string | null; allowedBooking: boolean };
  lines: CartLine[];
};

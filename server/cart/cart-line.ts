import type { Batch, Price } from '../../contract/batch.ts';
import type { BatchTrouble, CartCourse, CartItemType } from '../../contract/cart.ts';
import type { PriceTerms } from '../../contract/course.ts';

/**
 * A discount of a cart line, as it is stored. `value` is a percentage multiplied by 100 or an amount in paise,
 * depending on `type`.
 */
export type LineDiscount = {
  id: number;
  type: 'percentage' | 'fixed_amount';
  value: number;
  crossed_out_price: 'course-sum' | 'base-price';
};

/** The price of a cart line in paise. `struck` is the higher price that is shown crossed out, if any. */
export type LinePrice = { main: number; struck: number | null };

/**
 * The functions that compute prices. They belong to the catalogue; `server/composition/orders.ts` passes them in. Fees
 * are in paise. `toWire` converts a price to rupees, as the API returns it.
 */
export type PriceRules = {
  course: (fee: number, discounts: readonly LineDiscount[]) => LinePrice;
  package: (fee: number, courseFees: readonly number[], discounts: readonly LineDiscount[]) => LinePrice;
  toWire: (price: LinePrice, terms: PriceTerms) => Price;
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
  price: LinePrice;
  /**
   * The fields of a course that are needed for the prices of its later years and for the note on its price; empty for
   * a package.
   */
  terms: PriceTerms;
  courses: LineCourse[];
  discounts: LineDiscount[];
};

/** A student's cart, with the student's name and picture. */
export type CartLines = {
  student: { id: string; name: string; image: string | null; allowedBooking: boolean };
  lines: CartLine[];
};

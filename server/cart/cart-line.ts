import type { Batch, Price } from '../../contract/batch.ts';
import type { BatchTrouble, CartCourse, CartItemType } from '../../contract/cart.ts';

/** A stored discount. `value` is a percentage multiplied by 100, or paise. */
export type LineDiscount = {
  id: number;
  type: 'percentage' | 'fixed_amount';
  value: number;
  crossed_out_price: 'course-sum' | 'base-price';
};

/** In paise. `struck`: the higher price that is shown crossed out. */
export type LinePrice = { main: number; struck: number | null };

/** The catalogue's price rules, bound in `server/composition/orders.ts`; fees in paise. */
export type PriceRules = {
  course: (fee: number, discounts: readonly LineDiscount[]) => LinePrice;
  package: (fee: number, courseFees: readonly number[], discounts: readonly LineDiscount[]) => LinePrice;
  toWire: (price: LinePrice) => Price;
};

/** A course of a line with its chosen batch. */
export type LineCourse = {
  course: Omit<CartCourse, 'batch' | 'trouble' | 'total_fee'>;
  feePaise: number;
  batch: Batch & { is_booked: boolean };
  trouble: BatchTrouble | null;
};

/** A line of the cart, in paise. `courses` has one entry for a course and one per course for a package. */
export type CartLine = {
  type: CartItemType;
  id: number;
  name: string;
  image: string;
  feePaise: number;
  price: LinePrice;
  courses: LineCourse[];
  discounts: LineDiscount[];
};

/** A student's cart with its owner. */
export type CartLines = {
  student: { id: string; name: string; image: string | null; allowedBooking: boolean };
  lines: CartLine[];
};

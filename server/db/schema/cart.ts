import type { Generated } from 'kysely';
import type { DefaultMoment } from './columns.ts';

export type CartItemRow = {
  id: Generated<number>;
  student_id: string;
  type: 'course' | 'package';
  course_id: number | null;
  package_id: number | null;
  added_at: DefaultMoment;
};

export type CartBatchRow = { cart_item_id: number; student_id: string; course_id: number; batch_id: number };

/** Tables of what a student means to buy (0003-booking.sql). */
export type CartTables = {
  cart_items: CartItemRow;
  cart_batches: CartBatchRow;
};

import type { Generated } from 'kysely';
import type { DefaultTimestamp } from './columns.ts';

type CartItemRow = {
  id: Generated<number>;
  student_id: string;
  type: 'course' | 'package';
  course_id: number | null;
  package_id: number | null;
  added_at: DefaultTimestamp;
};

type CartBatchRow = { cart_item_id: number; student_id: string; course_id: number; batch_id: number };

/** Tables of the cart (0003-booking.sql). */
export type CartTables = {
  cart_items: CartItemRow;
  cart_batches: CartBatchRow;
};

import * as z from 'zod';
import { daySchema, idSchema, rupeesSchema } from './answer.ts';

export const batchStatuses = ['open', 'closed'] as const;

/**
 * One run of a course. `batch_id` equals `id`. `available` is the capacity minus booked seats and unexpired holds; the
 * requesting student's own holds are not subtracted. Days are academy days in Asia/Kolkata.
 */
export const batchSchema = z.object({
  id: idSchema,
  batch_id: idSchema,
  start_date: daySchema,
  end_date: daySchema,
  available: z.number().int().min(0),
  status: z.enum(batchStatuses),
});
export type Batch = z.infer<typeof batchSchema>;

const discountTypes = ['percentage', 'fixed_amount'] as const;
const struckPrices = ['course-sum', 'base-price'] as const;

/** Discount of a course or package; only the first one applies. `value` is percent or rupees. */
export const discountSchema = z.object({
  id: idSchema,
  type: z.enum(discountTypes),
  value: z.number().min(0),
  crossed_out_price: z.enum(struckPrices),
});
export type Discount = z.infer<typeof discountSchema>;

/** Price in rupees, computed by the server: the amount to pay, the struck-through price, and the badge's rounded percentage (only above 0). */
export const priceSchema = z.object({
  main: rupeesSchema,
  struck: rupeesSchema.optional(),
  percent_off: z.number().int().positive().optional(),
});
export type Price = z.infer<typeof priceSchema>;

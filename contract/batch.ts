import * as z from 'zod';
import { daySchema, idSchema, rupeesSchema } from './answer.ts';

export const batchStatuses = ['open', 'closed'] as const;

/** The states of a batch as staff see them. Students see only published batches, as open or closed. */
export type BatchState = 'draft' | 'open' | 'closed' | 'running' | 'done' | 'cancelled';

/**
 * A batch: a course held on certain dates. `batch_id` equals `id`. `available` is the number of seats that the caller
 * can book: seats held or reserved for other students are not counted, seats held for the caller are. Dates are in the
 * academy's time zone, Asia/Kolkata.
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
/** The first and the last day of a batch. */
export type BatchDays = Pick<Batch, 'start_date' | 'end_date'>;

const discountTypes = ['percentage', 'fixed_amount'] as const;
const struckPrices = ['course-sum', 'base-price'] as const;

/**
 * A discount of a course or package. Only the first discount of a course or package applies. `value` is a percentage or
 * an amount in rupees, depending on `type`.
 */
export const discountSchema = z.object({
  id: idSchema,
  type: z.enum(discountTypes),
  value: z.number().min(0),
  crossed_out_price: z.enum(struckPrices),
});
export type Discount = z.infer<typeof discountSchema>;

/**
 * A price in rupees, computed by the server. `main` is the amount to pay. `struck` is a higher price to show crossed
 * out. `percent_off` is the rounded percentage for the badge, absent if it is 0. If a course is paid year by year,
 * `main` is the price of year 1, and `by_year` has the number of years and the price of all of them together. `note`
 * names what the price includes or leaves out, such as the hostel.
 */
export const priceSchema = z.object({
  main: rupeesSchema,
  struck: rupeesSchema.optional(),
  percent_off: z.number().int().positive().optional(),
  by_year: z.object({ years: z.number().int().min(2), total: rupeesSchema }).optional(),
  note: z.string().optional(),
});
export type Price = z.infer<typeof priceSchema>;

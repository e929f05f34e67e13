import * as z from 'zod';
import { daySchema, idSchema, rupeesSchema } from './answer.ts';

export const batchStatuses = ['open', 'closed'] as const;

/** The states of a batch as staff see them. Students see only published batches, as open or closed. */
export type BatchState = 'draft' | 'open' | 'closed' | 'running' | 'done' | 'cancelled';

/** A batch: a course held on certain dates in the academy's time zone, Asia/Kolkata. `batch_id` equals `id`. */
export const batchSchema = z.object({
  id: idSchema,
  batch_id: idSchema,
  start_date: daySchema,
  end_date: daySchema,
  /** How many seats the caller can book: free seats, and seats held for the caller. */
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

/** A price in rupees, computed by the server. */
export const priceSchema = z.object({
  /** The amount to pay. If the course is paid year by year, the price of year 1. */
  main: rupeesSchema,
  /** A higher price to show crossed out. */
  struck: rupeesSchema.optional(),
  /** By how many percent `main` is below `struck`, rounded, for the badge; absent if it is 0. */
  percent_off: z.number().int().positive().optional(),
  /** For a course that is paid year by year: the number of years, and the price of all of them together. */
  by_year: z.object({ years: z.number().int().min(2), total: rupeesSchema }).optional(),
  /** What the price includes or leaves out, such as the hostel. */
  note: z.string().optional(),
});
export type Price = z.infer<typeof priceSchema>;

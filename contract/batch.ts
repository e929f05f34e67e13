import * as z from 'zod';
import { daySchema, idSchema, rupeesSchema } from './answer.ts';

export const batchStatuses = ['open', 'closed'] as const;

/**
 * One run of a course (document 1, section 3). `batch_id` equals `id`. `available` is capacity less booked less live holds,
 * the asking student's own holds not counted; days are academy days in Asia/Kolkata.
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

export const discountTypes = ['percentage', 'fixed_amount'] as const;
export const struckPrices = ['course-sum', 'base-price'] as const;

/** Discount of a course or package; only the first one applies (document 1, section 5). `value` is percent or rupees. */
export const discountSchema = z.object({
  id: idSchema,
  type: z.enum(discountTypes),
  value: z.number().min(0),
  crossed_out_price: z.enum(struckPrices),
});
export type Discount = z.infer<typeof discountSchema>;

/** Price as the server computed it, in rupees: what is paid, what is struck through, and the badge's rounded percent (above 0 only). */
export const priceSchema = z.object({
  main: rupeesSchema,
  struck: rupeesSchema.optional(),
  percent_off: z.number().int().positive().optional(),
});
export type Price = z.infer<typeof priceSchema>;

import * as z from 'zod';
import { idSchema, rupeesSchema } from '../../../contract/answer.ts';
import { walletEntryTypes, walletStatuses } from '../../../contract/wallet.ts';

const text = z.string();
const days = z.number().int();

/**
 * The batch of an ordered course: either the batch with number `n` in the course's schedule, or a past batch that is
 * not in the schedule. The negative `starts_in_days` says how many days before the first load of content the past batch
 * started.
 */
const bookedBatchSchema = z
  .object({ course_code: text, n: days.min(0).optional(), starts_in_days: days.max(-1).optional() })
  .superRefine(({ n, starts_in_days }, check) => {
    if ((n === undefined) === (starts_in_days === undefined))
      check.addIssue({ code: 'custom', path: ['n'], message: 'needs either this or starts_in_days' });
  });

/**
 * An item of a demo student's order: a package if `package_id` is set, otherwise a course. `fee` and `price` are
 * amounts in rupees, before and after the discounts that applied on the day of the order.
 */
const orderedItemSchema = z
  .object({
    package_id: idSchema.optional(),
    fee: rupeesSchema,
    price: rupeesSchema,
    batches: z.array(bookedBatchSchema),
  })
  .superRefine(({ package_id, fee, price, batches }, check) => {
    if (price > fee) check.addIssue({ code: 'custom', path: ['price'], message: 'is more than the fee' });
    if (batches.length === 0 || (package_id === undefined && batches.length > 1))
      check.addIssue({ code: 'custom', path: ['batches'], message: 'a course has one batch, a package one a course' });
  });

/**
 * An order that a demo student placed in the past. `placed_in_days` is the day of the order, as a number of days after
 * the first content load; it is 0 or negative.
 */
export const studentOrderFileSchema = z.object({
  placed_in_days: days.max(0),
  outcome: z.enum(['paid', 'declined']),
  /** The payment method, named as payment providers do, such as `upi`. */
  method: text,
  items: z.array(orderedItemSchema).min(1),
});
export type StudentOrderFile = z.infer<typeof studentOrderFileSchema>;

/**
 * A wallet transaction of a demo student. `amount` is in rupees. `in_days` is the day of the transaction, as a number
 * of days after the first content load; it is 0 or negative.
 */
export const walletEntryFileSchema = z.object({
  in_days: days.max(0),
  type: z.enum(walletEntryTypes),
  amount: rupeesSchema.positive(),
  description: text,
  status: z.enum(walletStatuses),
});

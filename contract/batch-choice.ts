import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema, rupeesSchema } from './answer.ts';
import { batchSchema } from './batch.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * The token of an emailed link. The schema accepts any text, because an unknown or expired token gets 404 instead of
 * 400.
 */
const token = z.string().min(1).max(200);

const datesSchema = z.object({ start_date: daySchema, end_date: daySchema });

const batchChoiceSchema = z.object({
  kind: z.enum(['move', 'cancel']),
  first_name: z.string(),
  course_name: z.string(),
  order_id: z.string(),
  before: datesSchema,
  /** The dates of the batch after it was moved; null if the batch was cancelled. */
  after: datesSchema.nullable(),
  choose_until: instantSchema,
  /**
   * What the student has chosen, or `office` if the office decides about the booking. Null while the student can still
   * choose.
   */
  chosen: z.enum(['accepted', 'transferred', 'refunded', 'office']).nullable(),
  /** The dates of the batch to which the booking was transferred; null if it was not transferred. */
  chosen_batch: datesSchema.nullable(),
  /** The batches to which the student can transfer the booking: others of the same course, with free seats. */
  batches: z.array(batchSchema),
  /**
   * The refund that the student can choose; null if only the office can refund, or if it is already decided what
   * happens to the booking. `package_name`: set if the refund is for the whole package with which the course was
   * booked.
   */
  refund: z.object({ amount: rupeesSchema, package_name: z.string().nullable() }).nullable(),
});
export type BatchChoice = z.infer<typeof batchChoiceSchema>;
const choiceAnswer = answer({ data: batchChoiceSchema });

/**
 * POST /batch-choice/read returns what a student can choose after a batch was moved or cancelled. The token of the
 * emailed link identifies the booking. 404 LINK_INVALID if the link is unknown, has expired or was replaced by a newer
 * link, or if the office has changed the booking.
 */
export const readBatchChoice = defineEndpoint({
  name: 'readBatchChoice',
  summary: 'What a student can choose after a batch was moved or cancelled',
  method: 'POST',
  url: '/api/batch-choice/read',
  policy: 'public',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({ token }),
  answers: { 200: choiceAnswer },
  refusals: { LINK_INVALID: 404 },
});

/**
 * POST /batch-choice stores what the student chooses: the new dates, another batch, or a refund.
 * - 409 ALREADY_CHOSEN: a student can choose only once.
 * - 409 BATCH_NOT_FREE: the other batch has no free seat or can no longer be booked.
 * - 409 CHOICE_NOT_OFFERED: the choice is not possible, such as new dates for a cancelled batch.
 */
export const makeBatchChoice = defineEndpoint({
  name: 'makeBatchChoice',
  summary: 'Stores what a student chooses after a batch was moved or cancelled',
  method: 'POST',
  url: '/api/batch-choice',
  policy: 'public',
  rate: 'form',
  idempotency: 'keyed',
  body: z.object({ token, choice: z.enum(['accept', 'transfer', 'refund']), batch_id: idSchema.optional() }),
  answers: { 200: choiceAnswer },
  refusals: { LINK_INVALID: 404, ALREADY_CHOSEN: 409, BATCH_NOT_FREE: 409, CHOICE_NOT_OFFERED: 409 },
});

import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema, rupeesSchema } from './answer.ts';
import { batchSchema } from './batch.ts';
import { defineEndpoint } from './endpoint.ts';

/** The token of an emailed link. The schema accepts any text, because an unknown or expired token gets 404 instead of 400. */
const token = z.string().min(1).max(200);

const datesSchema = z.object({ start_date: daySchema, end_date: daySchema });

const batchChoiceSchema = z.object({
  kind: z.enum(['move', 'cancel']),
  first_name: z.string(),
  course_name: z.string(),
  order_id: z.string(),
  before: datesSchema,
  /** The new dates; null if the batch was cancelled. */
  after: datesSchema.nullable(),
  choose_until: instantSchema,
  /** What was chosen; null while the student can still choose. `office`: the office settles it. */
  chosen: z.enum(['accepted', 'transferred', 'refunded', 'office']).nullable(),
  /** The batch to which the booking was transferred. */
  chosen_batch: datesSchema.nullable(),
  /** Other batches of the course with free seats. */
  batches: z.array(batchSchema),
  /**
   * What a refund would pay back; null if only the office can refund. `package_name`: set if the whole package would be
   * refunded.
   */
  refund: z.object({ amount: rupeesSchema, package_name: z.string().nullable() }).nullable(),
});
export type BatchChoice = z.infer<typeof batchChoiceSchema>;
const choiceAnswer = answer({ data: batchChoiceSchema });

/**
 * POST /batch-choice/read: what the student can choose by the link in the email about a moved or cancelled batch. 404
 * LINK_INVALID for a link that is unknown, that is older than seven days, or that a newer link has replaced.
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
 * POST /batch-choice stores the choice, once: the new dates, another batch, or a refund. 409 ALREADY_CHOSEN; 409
 * BATCH_NOT_FREE if the batch has no seat left or can no longer be booked; 409 CHOICE_NOT_OFFERED.
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

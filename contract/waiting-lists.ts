import * as z from 'zod';
import { answer, daySchema, doneSchema, idSchema, instantSchema } from './answer.ts';
import { cartAddSchema, refusedBatchSchema } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * The states of a waiting list entry. `offered`: seats are held for the student until the deadline, or an unpaid order
 * of the student has taken them over.
 */
const waitingStates = ['waiting', 'offered', 'ended'] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Why a waiting list entry ended. */
const waitingEndReasons = [
  // The student has a seat in the course.
  'booked',
  // The student left the list.
  'left',
  // An offer expired.
  'missed',
  // Staff removed the entry.
  'removed',
  // A batch of the entry was closed, has started or was cancelled.
  'closed',
  'started',
  'cancelled',
] as const;
export type WaitingEndReason = (typeof waitingEndReasons)[number];

/** A batch of a waiting list entry. */
export const waitingBatchSchema = z.object({
  course_id: idSchema,
  course_name: z.string(),
  batch_id: idSchema,
  start_date: daySchema,
  end_date: daySchema,
});
export type WaitingBatch = z.infer<typeof waitingBatchSchema>;

/** A waiting list entry: a course with one batch, or a package with one batch for each course. */
export const waitingEntrySchema = z.object({
  id: idSchema,
  type: z.enum(['course', 'package']),
  /** The id of the course or package. */
  item_id: idSchema,
  name: z.string(),
  batches: z.array(waitingBatchSchema),
  state: z.enum(waitingStates),
  /** The entry's place in the list: 1 is offered the next seat. Null unless the entry is waiting. */
  place: z.number().int().positive().nullable(),
  /** Until when seats are offered; null unless there is an offer. */
  offer_until: instantSchema.nullable(),
  /** Whether an unpaid order has taken over the offered seats. */
  is_ordered: z.boolean(),
  end_reason: z.enum(waitingEndReasons).nullable(),
  created_at: instantSchema,
});
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;

const entriesAnswer = answer({ data: z.array(waitingEntrySchema) });
const idBody = z.object({ id: idSchema });

/**
 * GET /waiting-lists: the student's entries that are waiting or have an offer, and those that ended in the last seven
 * days.
 */
export const listWaitingEntries = defineEndpoint({
  name: 'listWaitingEntries',
  summary: 'The student’s places in waiting lists',
  method: 'GET',
  url: '/api/waiting-lists',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: entriesAnswer },
});

/**
 * POST /waiting-lists joins the waiting list of a full batch, or of a package with at least one full batch.
 * - SEATS_AVAILABLE: no batch is full.
 * - ALREADY_WAITING: the student has an entry for the same batches.
 * - EMAIL_NOT_VERIFIED: the student has no verified email address, to which offers are sent.
 */
export const joinWaitingList = defineEndpoint({
  name: 'joinWaitingList',
  summary: 'Joins the waiting list of a full batch or of a package',
  method: 'POST',
  url: '/api/waiting-lists',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: cartAddSchema,
  answers: { 200: entriesAnswer },
  refusals: {
    NOT_FOUND: 404,
    EMAIL_NOT_VERIFIED: 403,
    BOOKING_NOT_ALLOWED: 409,
    BOOKING_CLOSED: 409,
    PACKAGE_INCOMPLETE: 409,
    BATCH_NOT_OF_COURSE: 409,
    BATCH_CLOSED: 409,
    BATCH_STARTED: 409,
    ALREADY_BOOKED: { status: 409, data: refusedBatchSchema },
    ALREADY_WAITING: 409,
    SEATS_AVAILABLE: 409,
    TOO_MANY_WAITING: 409,
  },
});

/**
 * DELETE /waiting-lists with a JSON body: the student leaves a waiting list. It also succeeds if the entry has ended
 * already.
 */
export const leaveWaitingList = defineEndpoint({
  name: 'leaveWaitingList',
  summary: 'Leaves a waiting list',
  method: 'DELETE',
  url: '/api/waiting-lists',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: idBody,
  answers: { 200: entriesAnswer },
  refusals: { NOT_FOUND: 404 },
});

/**
 * POST /waiting-lists/accept puts the offered course or package into the cart, and replaces the same item with other
 * batches. The seats stay on offer until an order takes them over, or until the deadline.
 * - OFFER_ENDED: the student has no offer any more.
 * - COURSE_ALREADY_IN_CART: another line of the cart contains one of the courses.
 */
export const acceptWaitingOffer = defineEndpoint({
  name: 'acceptWaitingOffer',
  summary: 'Puts the seats on offer into the cart',
  method: 'POST',
  url: '/api/waiting-lists/accept',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: idBody,
  answers: { 200: doneSchema },
  refusals: {
    NOT_FOUND: 404,
    OFFER_ENDED: 409,
    COURSE_ALREADY_IN_CART: 409,
    PACKAGE_ALREADY_IN_CART: 409,
    PACKAGE_INCOMPLETE: 409,
    BATCH_FULL: 409,
    BATCH_CLOSED: 409,
    BATCH_STARTED: 409,
    BATCH_NOT_OF_COURSE: 409,
    ALREADY_BOOKED: { status: 409, data: refusedBatchSchema },
  },
});

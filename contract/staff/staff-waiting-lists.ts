import * as z from 'zod';
import { answer, idSchema } from '../answer.ts';
import { waitingBatchSchema, waitingEntrySchema } from '../waiting-lists.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

/** The reasons why seats cannot be offered to a waiting student now, which the console shows before staff try it. */
const offerObstacles = ['CANNOT_BOOK', 'NO_SEATS'] as const;
export type OfferObstacle = (typeof offerObstacles)[number];

/** A waiting list entry as staff see it, with the student. */
const listedEntrySchema = waitingEntrySchema.extend({
  /** Why `offerWaitingSeat` would refuse a waiting entry now; null if it would not, or if the entry is not waiting. */
  offer_obstacle: z.enum(offerObstacles).nullable(),
  student: z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable(), mobile: z.string().nullable() }),
});
export type ListedWaitingEntry = z.infer<typeof listedEntrySchema>;

const idParams = z.object({ id: idSchema });
const entryAnswer = answer({ data: listedEntrySchema });

/** GET /staff/waiting-lists: the batches for which students are waiting or have an offer, sorted by start date. */
export const listWaitingLists = defineStaffEndpoint({
  name: 'listWaitingLists',
  summary: 'The batches with a waiting list',
  method: 'GET',
  url: '/api/staff/waiting-lists',
  permission: 'waitingLists.read',
  rate: 'read',
  idempotency: 'safe',
  answers: {
    200: answer({
      data: z.array(
        waitingBatchSchema.extend({ waiting: z.number().int(), offered: z.number().int(), free: z.number().int() }),
      ),
    }),
  },
});

/**
 * GET /staff/waiting-lists/{id}: the entries of batch `id` that are waiting or have an offer, then the entries that
 * have ended most recently.
 */
export const readWaitingList = defineStaffEndpoint({
  name: 'readWaitingList',
  summary: 'The waiting list of a batch',
  method: 'GET',
  url: '/api/staff/waiting-lists/:id',
  permission: 'waitingLists.read',
  rate: 'read',
  idempotency: 'safe',
  params: idParams,
  answers: { 200: answer({ data: z.array(listedEntrySchema), batch: waitingBatchSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/**
 * POST /staff/waiting-entries/{id}/offer offers free seats to a waiting list entry before its turn. NO_SEATS: one of
 * the entry's batches has no free seat. CANNOT_BOOK: the student could not book the offered seats at present.
 */
export const offerWaitingSeat = defineStaffEndpoint({
  name: 'offerWaitingSeat',
  summary: 'Offers free seats to an entry before its turn',
  method: 'POST',
  url: '/api/staff/waiting-entries/:id/offer',
  permission: 'waitingLists.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ reason: reasonSchema }),
  answers: { 200: entryAnswer },
  refusals: { NOT_FOUND: 404, NOT_WAITING: 409, NO_SEATS: 409, CANNOT_BOOK: 409 },
});

/** POST /staff/waiting-entries/{id}/remove ends a waiting list entry and its offer, and emails the student. */
export const removeWaitingEntry = defineStaffEndpoint({
  name: 'removeWaitingEntry',
  summary: 'Removes an entry from its waiting list',
  method: 'POST',
  url: '/api/staff/waiting-entries/:id/remove',
  permission: 'waitingLists.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ reason: reasonSchema }),
  answers: { 200: entryAnswer },
  refusals: { NOT_FOUND: 404, NOT_WAITING: 409 },
});

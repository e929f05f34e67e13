import * as z from 'zod';
import { answer, daySchema } from '../answer.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/**
 * For how many days the page Today looks back and ahead: it shows bookings and revenue of the days up to today, and the
 * batches that start from today on.
 */
export const todayWindow = 30;
/** For how many days, today included, instructors see their sessions. */
export const teachingWindow = 14;
/** Maximum number of batches in each list of the response, so that a large calendar does not slow down the server. */
export const mostComingBatches = 500;

/** When a batch that is open for booking needs attention: it is nearly full or nearly empty. */
export const batchAttention = {
  /**
   * A batch is nearly full if at least one seat is free, but no more than this share of its seats (rounded down, but at
   * least one seat).
   */
  fullShare: 0.1,
  /** A batch is nearly empty if less than this share of its seats is sold and it starts within `emptyDays`. */
  emptyShare: 0.25,
  emptyDays: 14,
} as const;

/**
 * After how many minutes the page Today counts a payment as pending and an email as undelivered. `emailDays`: for how
 * many days the page counts an email that has failed.
 */
export const patience = { paymentMinutes: 60, emailMinutes: 60, emailDays: 30 } as const;

const attentionKinds = [
  'refundsByHand',
  'refundsOnTheWay',
  'paymentsPending',
  'amountsDue',
  'bookingsToSettle',
  'documentsWaiting',
  'enquiriesOpen',
  'grievancesOpen',
  'emailsUndelivered',
  'batchesNearlyFull',
  'batchesNearlyEmpty',
  'batchesManyHolds',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const todaySchema = z.object({
  day: daySchema,
  /** How many items of each kind need attention. Has only the kinds that the caller's role may see. */
  attention: z.array(z.object({ kind: z.enum(attentionKinds), count: z.number().int().min(0) })),
  /**
   * Booked orders and revenue (rupees) of each of the last 30 days, oldest first; null without the permission to see
   * payments. Revenue is taken from the ledger and can be negative, because refunds of cancellations are subtracted.
   */
  days: z.array(z.object({ day: daySchema, orders: z.number().int(), revenue: z.number() })).nullable(),
  /**
   * An instructor's own sessions of the next 14 days, by time; null for other roles. `is_connected`: whether the
   * account belongs to an instructor of the calendar. If not, there are no sessions.
   */
  teaching: z
    .object({
      is_connected: z.boolean(),
      sessions: z.array(
        z.object({
          batch_id: z.number().int(),
          course_name: z.string(),
          day: daySchema,
          start_time: z.string().nullable(),
          end_time: z.string().nullable(),
          venue: z.string().nullable(),
          students: z.number().int(),
        }),
      ),
    })
    .nullable(),
  /**
   * Published batches that start within the next 30 days, by date, at most 500; null without the permission to see
   * batches.
   */
  batches: z
    .array(
      z.object({
        id: z.number().int(),
        course_name: z.string(),
        start_date: daySchema,
        capacity: z.number().int(),
        /** Seats that are booked. */
        sold: z.number().int(),
        /** Seats that are kept for the office and not sold yet. */
        office: z.number().int(),
        /** Seats held by orders that await payment. */
        held: z.number().int(),
        attention: z.enum(['nearlyFull', 'nearlyEmpty']).nullable(),
      }),
    )
    .nullable(),
  /**
   * Published batches with many seats held by unpaid orders (`has_many_holds`), sorted by date, including those that
   * start far in the future. Null without the permission to see batches.
   */
  many_holds: z
    .array(
      z.object({
        id: z.number().int(),
        course_name: z.string(),
        start_date: daySchema,
        capacity: z.number().int(),
        held: z.number().int(),
      }),
    )
    .nullable(),
});
export type Today = z.infer<typeof todaySchema>;
/** What an instructor teaches in the next days. */
export type Teaching = NonNullable<Today['teaching']>;
/** A batch of which unpaid orders hold many seats. */
export type MuchHeldBatch = NonNullable<Today['many_holds']>[number];
/** A batch that starts within the coming days. */
export type ComingBatch = NonNullable<Today['batches']>[number];

/** GET /staff/today: the start page of the console, as far as the caller's role may see it. */
export const getToday = defineStaffEndpoint({
  name: 'getToday',
  summary: 'What needs attention, own sessions, bookings and revenue, and the seats of the coming batches',
  method: 'GET',
  url: '/api/staff/today',
  permission: null,
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: todaySchema }) },
});

import * as z from 'zod';
import { daysOffSchema } from '../academy-calendar.ts';
import { answer, daySchema, idSchema } from '../answer.ts';
import { defineStaffEndpoint, olderPage, reasonSchema } from './staff-endpoint.ts';

const { weekly_off, holidays, breaks } = daysOffSchema.shape;

/** The maximum number of batches with lessons on new days off that a response lists. */
export const mostBatchesOnDaysOff = 50;

const batchOnDayOffSchema = z.object({
  id: idSchema,
  course_name: z.string(),
  start_date: daySchema,
  end_date: daySchema,
  /** The first of the new days off on which the batch has lessons, and why this day is off. */
  day: daySchema,
  reason: z.string(),
});
export type BatchOnDayOff = z.infer<typeof batchOnDayOffSchema>;

const batchesOnDaysOffSchema = z.object({
  /** Batches with lessons on new days off, sorted by first day: the first `mostBatchesOnDaysOff` of all `total`. */
  batches: z.array(batchOnDayOffSchema),
  total: z.number().int(),
});
export type BatchesOnDaysOff = z.infer<typeof batchesOnDaysOffSchema>;

/**
 * PUT /staff/days-off replaces the days on which the academy does not teach, which `GET /staff/calendar-options`
 * returns. Existing batches keep their dates; the response lists those with lessons on a day that was no day off
 * before. A batch without times is listed if any of its days is a new day off. 409 DAYS_OFF_CHANGED if the days off are
 * different from those that the staff member saw (`seen`).
 */
export const changeDaysOff = defineStaffEndpoint({
  name: 'changeDaysOff',
  summary: 'Sets the days on which the academy does not teach',
  method: 'PUT',
  url: '/api/staff/days-off',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({
    weekly_off,
    holidays: holidays
      .max(300, 'At most 300 holidays')
      .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, 'A day has one holiday only'),
    breaks: breaks.max(50, 'At most 50 breaks'),
    seen: z.object(daysOffSchema.shape, olderPage),
    reason: reasonSchema,
  }),
  answers: { 200: answer({ data: batchesOnDaysOffSchema }) },
  refusals: { DAYS_OFF_CHANGED: 409 },
});

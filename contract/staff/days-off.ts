import * as z from 'zod';
import { daysOffSchema } from '../academy-calendar.ts';
import { answer } from '../answer.ts';
import { defineStaffEndpoint, olderPage, reasonSchema } from './staff-endpoint.ts';

const { weekly_off, holidays, breaks } = daysOffSchema.shape;

/**
 * PUT /staff/days-off replaces the days on which the academy does not teach, which `GET /staff/calendar-options`
 * returns. Existing batches keep their dates. 409 DAYS_OFF_CHANGED if the days off are different from those that the
 * staff member saw (`seen`).
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
  answers: { 200: answer({}) },
  refusals: { DAYS_OFF_CHANGED: 409 },
});

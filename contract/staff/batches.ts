import * as z from 'zod';
import { daysOffSchema } from '../academy-calendar.ts';
import { answer, daySchema, idSchema, instantSchema } from '../answer.ts';
import { clockTimeSchema, daysBetween, realDaySchema } from '../days.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

/** The longest range of days that one list of batches may cover: enough for a month view with adjacent days. */
export const longestRange = 100;
/** Maximum number of batches created by one call: enough for a weekly series of four years. */
export const mostNewBatches = 210;

const batchStates = ['draft', 'open', 'closed', 'running', 'done', 'cancelled'] as const;
const placeIdSchema = z.string().min(1).max(100);
const seatsSchema = z.number().int().min(0, 'At least 0').max(10_000, 'At most 10,000');
const capacitySchema = seatsSchema.min(1, 'At least 1 seat');
const timesSchema = z
  .object({ start_time: clockTimeSchema, end_time: clockTimeSchema })
  .refine(({ start_time, end_time }) => end_time > start_time, {
    path: ['end_time'],
    message: 'The lessons end after they start',
  });

/** The first and the last day of a batch. */
export const batchDaysSchema = z.object({ start_date: daySchema, end_date: daySchema });

/** Another batch that needs the same venue or instructor at the same time. `day`: the first day on which they clash. */
export const clashSchema = z.object({
  batch_id: idSchema,
  course_name: z.string(),
  start_date: daySchema,
  end_date: daySchema,
  what: z.enum(['venue', 'instructor']),
  name: z.string(),
  day: daySchema,
});
export type BatchClash = z.infer<typeof clashSchema>;

const calendarBatchSchema = z.object({
  id: idSchema,
  course_id: idSchema,
  course_name: z.string(),
  start_date: daySchema,
  end_date: daySchema,
  state: z.enum(batchStates),
  /**
   * The times of the batch's sessions, such as `09:00-17:00`; `various` if they differ between sessions; null if
   * unknown.
   */
  times: z.string().nullable(),
  venue: z.object({ id: z.string(), address: z.string() }).nullable(),
  instructor: z.object({ id: z.string(), name: z.string() }).nullable(),
  capacity: z.number().int(),
  booked: z.number().int(),
  held: z.number().int(),
  /** Whether unpaid orders hold many of the batch's seats: more than two, and more than a quarter of all seats. */
  has_many_holds: z.boolean(),
  office: z.number().int(),
  free: z.number().int(),
  clashes: z.array(clashSchema),
});
export type CalendarBatch = z.infer<typeof calendarBatchSchema>;

/**
 * GET /staff/batches: the batches that fall into a range of days, sorted by first day, with their seats and clashes.
 */
export const listStaffBatches = defineStaffEndpoint({
  name: 'listStaffBatches',
  summary: 'The batches of a range of days with seats and clashes',
  method: 'GET',
  url: '/api/staff/batches',
  permission: 'batches.read',
  rate: 'read',
  idempotency: 'safe',
  query: z
    .object({
      from: realDaySchema,
      to: realDaySchema,
      course_id: idSchema.optional(),
      venue_id: placeIdSchema.optional(),
      instructor_id: placeIdSchema.optional(),
    })
    .refine(({ from, to }) => to >= from && daysBetween(from, to) <= longestRange, {
      path: ['to'],
      message: `Choose a range of at most ${longestRange} days`,
    }),
  answers: { 200: answer({ data: z.array(calendarBatchSchema) }) },
});

const optionsSchema = z.object({
  today: daySchema,
  courses: z.array(
    z.object({
      id: idSchema,
      course_name: z.string(),
      duration: z.number(),
      duration_unit: z.enum(['day', 'week', 'month', 'year']),
    }),
  ),
  venues: z.array(z.object({ id: z.string(), address: z.string(), is_exclusive: z.boolean() })),
  instructors: z.array(z.object({ id: z.string(), name: z.string() })),
  days_off: daysOffSchema,
});
export type CalendarOptions = z.infer<typeof optionsSchema>;

/** GET /staff/calendar-options: the courses, venues and instructors that a new batch can have, and the days off. */
export const getCalendarOptions = defineStaffEndpoint({
  name: 'getCalendarOptions',
  summary: 'Courses, venues, instructors and days off of the calendar',
  method: 'GET',
  url: '/api/staff/calendar-options',
  permission: 'batches.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: optionsSchema }) },
});

const historyEntrySchema = z.object({
  id: z.number().int(),
  at: instantSchema,
  actor: z.string(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

const batchRecordSchema = calendarBatchSchema.extend({
  sessions: z.array(z.object({ day: daySchema, start_time: z.string(), end_time: z.string() })),
  /** How many students have a seat in the batch, and how many hold one with an unpaid order. */
  students: z.object({ booked: z.number().int(), paying: z.number().int() }),
  /**
   * The id of the batch's latest run; null if it has none. A run records the emails and the students' choices after
   * staff have moved or cancelled the batch.
   */
  run_id: z.number().int().nullable(),
  /** The latest changes of the batch from the audit log, newest first, at most 50. */
  history: z.array(historyEntrySchema),
});
export type BatchRecord = z.infer<typeof batchRecordSchema>;
export const batchRecordAnswer = answer({ data: batchRecordSchema });

export const batchParams = z.object({ id: idSchema });

/** GET /staff/batches/{id}: one batch with its sessions, clashes and history. */
export const getStaffBatch = defineStaffEndpoint({
  name: 'getStaffBatch',
  summary: 'One batch with its sessions, clashes and history',
  method: 'GET',
  url: '/api/staff/batches/:id',
  permission: 'batches.read',
  rate: 'read',
  idempotency: 'safe',
  params: batchParams,
  answers: { 200: batchRecordAnswer },
  refusals: { NOT_FOUND: 404 },
});

const newBatchSchema = z.object({
  course_id: idSchema,
  start_date: realDaySchema,
  /** The last day of the batch. If it is missing, the batch lasts as long as its course. */
  end_date: realDaySchema.optional(),
  capacity: capacitySchema,
  office_seats: seatsSchema.optional(),
  is_draft: z.boolean().optional(),
  venue_id: placeIdSchema.nullish(),
  instructor_id: placeIdSchema.nullish(),
  /** The times of the lessons, the same on each day with lessons. */
  times: timesSchema.optional(),
  /** Whether dates that do not match the length of the course are accepted. */
  ignores_length: z.boolean().optional(),
});
export type NewStaffBatch = z.infer<typeof newBatchSchema>;
const newBatchesSchema = z.array(newBatchSchema).min(1, 'Add at least one batch').max(mostNewBatches);

const newBatchRefusals = {
  NO_SUCH_COURSE: 409,
  NO_SUCH_PLACE: 409,
  BATCH_IS_PAST: 409,
  WRONG_LENGTH: 409,
  TOO_FEW_SEATS: 409,
} as const;

const checkedBatchSchema = z.object({
  start_date: daySchema,
  end_date: daySchema,
  clashes: z.array(clashSchema.extend({ batch_id: idSchema.nullable() })),
  /**
   * Other batches of the course that start on the same day: the id of an existing batch, or null for another batch to
   * be created.
   */
  same_start: z.array(idSchema.nullable()),
  /** Existing batches of the course that have a day in common with the new batch, those of `same_start` included. */
  overlaps: z.array(z.object({ batch_id: idSchema, start_date: daySchema, end_date: daySchema })),
});
export type CheckedBatch = z.infer<typeof checkedBatchSchema>;

/**
 * POST /staff/batches/check checks new batches without creating them. For each new batch it returns the last day, the
 * clashes with existing batches and with other new ones (`batch_id` null), and the batches of the same course with the
 * same first day or with days in common. `existing`: how many batches the courses already have in the period that their
 * new batches cover. Cancelled batches do not count.
 */
export const checkNewBatches = defineStaffEndpoint({
  name: 'checkNewBatches',
  summary: 'What creating batches would lead to',
  method: 'POST',
  url: '/api/staff/batches/check',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ batches: newBatchesSchema }),
  answers: { 200: answer({ data: z.array(checkedBatchSchema), existing: z.number().int() }) },
  refusals: newBatchRefusals,
});

/** POST /staff/batches creates one batch, or all batches of a series. If one cannot be created, none is. */
export const createStaffBatches = defineStaffEndpoint({
  name: 'createStaffBatches',
  summary: 'Creates batches',
  method: 'POST',
  url: '/api/staff/batches',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({ batches: newBatchesSchema, reason: reasonSchema }),
  answers: { 200: answer({ data: z.object({ ids: z.array(idSchema) }) }) },
  refusals: newBatchRefusals,
});

const placeChange = {
  venue_id: placeIdSchema.nullish(),
  instructor_id: placeIdSchema.nullish(),
  times: timesSchema.nullish(),
};

/**
 * POST /staff/batches/{id}/check returns the clashes that a batch would have if its venue, instructor or times were
 * changed. It changes nothing. The body has the new values in the same fields as in `changeStaffBatch`.
 */
export const checkBatchChange = defineStaffEndpoint({
  name: 'checkBatchChange',
  summary: 'Clashes that a changed batch would have',
  method: 'POST',
  url: '/api/staff/batches/:id/check',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'repeatable',
  params: batchParams,
  body: z.object(placeChange),
  answers: { 200: answer({ data: z.array(clashSchema) }) },
  refusals: { NOT_FOUND: 404, NO_SUCH_PLACE: 409, BATCH_IS_CANCELLED: 409 },
});

/**
 * PUT /staff/batches/{id} changes capacity, venue, instructor, times or status; absent fields stay as they are. `times`
 * apply to each day with lessons; null removes them. Setting `status` to `open` also publishes a draft.
 */
export const changeStaffBatch = defineStaffEndpoint({
  name: 'changeStaffBatch',
  summary: 'Changes the seats, place, times or status of a batch',
  method: 'PUT',
  url: '/api/staff/batches/:id',
  permission: 'batches.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({
    capacity: capacitySchema.optional(),
    office_seats: seatsSchema.optional(),
    ...placeChange,
    status: z.enum(['open', 'closed']).optional(),
    reason: reasonSchema,
  }),
  answers: { 200: batchRecordAnswer },
  refusals: {
    NOT_FOUND: 404,
    NO_SUCH_PLACE: 409,
    BATCH_IS_PAST: 409,
    BATCH_IS_CANCELLED: 409,
    BATCH_IS_DRAFT: 409,
    TOO_FEW_SEATS: 409,
  },
});

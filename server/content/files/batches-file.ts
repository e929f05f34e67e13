import * as z from 'zod';
import { batchStatuses } from '../../../contract/batch.ts';
import { clockTimeSchema, realDaySchema, weekdays } from '../../../contract/days.ts';
import { checkSeries, seriesFields } from '../../../contract/series.ts';
import { refuseWith } from './dated-fields.ts';

const days = z.number().int();
const seats = z.number().int().min(0).max(10_000);

/**
 * Values of one demonstration batch. The schedule gives no dates for these batches, only their number (`count`), so `n`
 * says which of them this is, counted from 0.
 */
const specialSchema = z.object({
  n: z.number().int().min(0),
  seats_left: z.number().int().min(0).optional(),
  status: z.enum(batchStatuses).optional(),
});

const timesShape = { start: clockTimeSchema, end: clockTimeSchema };
const isForward = ({ start, end }: { start: string; end: string }) => end > start;
const backward = { path: ['end'], message: 'is not after start; a session ends on the day on which it starts' };

/**
 * Fields that a schedule, a series or a single batch may have. A field of a series or batch overrides the same field of
 * the schedule. Null means that the series or batch has no such value, even if the schedule has one.
 */
const batchShape = {
  capacity: z.number().int().min(1).max(10_000).optional(),
  /** Seats that are kept for the office and not offered online. */
  office_seats: seats.optional(),
  state: z.enum(['draft', 'open', 'closed', 'cancelled']).optional(),
  /** An id of a venue in `joining.json`. */
  venue_id: z.string().nullable().optional(),
  /** An id of an instructor in `calendar.json`. */
  instructor_id: z.string().nullable().optional(),
  /**
   * When lessons start and end on each day with lessons. Without `times`, the batch has only the sessions that it lists
   * itself.
   */
  times: z.object(timesShape).refine(isForward, backward).nullable().optional(),
  /** The weekdays with lessons, for a batch that has lessons only on some weekdays. */
  lessons_on: z.array(z.enum(weekdays)).min(1).optional(),
};

const sessionSchema = z.object({ day: realDaySchema, ...timesShape }).refine(isForward, backward);

/** The error text for a batch that has two sessions on one day. */
export const oneSessionADay =
  'attendance is marked once a day, so give each day one session, from the first start to the last end';

/** Returns the indexes of the sessions that have the same day as an earlier session of the list. */
export function repeatedSessions(sessions: readonly { day: string }[]): number[] {
  return sessions.flatMap(({ day }, place) => (sessions.findIndex((one) => one.day === day) < place ? [place] : []));
}

const batchKey = z.string().regex(/^[\w:-]{1,60}$/, 'must have only letters, digits and -, _ or :');

/**
 * A batch with fixed dates. `key` identifies the batch when the content is loaded again; by default it is the first
 * day. If a series has a batch with the same key, this batch replaces it. `sessions` replace the usual `times` on their
 * days.
 */
const datedBatchSchema = z
  .object({
    key: batchKey.optional(),
    start_date: realDaySchema,
    end_date: realDaySchema.optional(),
    sessions: z.array(sessionSchema).optional(),
    /** Allows an `end_date` that does not agree with the length of the course. */
    ignore_length: z.literal(true).optional(),
    ...batchShape,
  })
  .superRefine((batch, check) => {
    const { start_date, end_date = start_date, sessions = [] } = batch;
    if (end_date < start_date)
      refuseWith(check, ['end_date'], 'is before start_date; a batch ends on or after its first day');
    for (const [index, { day }] of sessions.entries())
      if (day < start_date || (batch.end_date && day > end_date))
        refuseWith(check, ['sessions', index, 'day'], 'is not a day of this batch');
    for (const index of repeatedSessions(sessions))
      refuseWith(check, ['sessions', index, 'day'], `has a session already; ${oneSessionADay}`);
  });
export type DatedBatchFile = z.infer<typeof datedBatchSchema>;

/**
 * A series of batches that repeat. The key of each batch is the key of the series and the planned first day:
 * `weekly:2027-01-04`.
 */
const seriesFileSchema = z.object({ key: batchKey, ...seriesFields, ...batchShape }).superRefine(checkSeries);
export type SeriesFile = z.infer<typeof seriesFileSchema>;

/**
 * The schedule of a course. The batches in `dates` and `series` have fixed dates. A schedule for a demonstration has
 * `count` more batches, whose days are counted from the day of the first content load. `capacity` and the other fields
 * of `batchShape` are defaults for all batches.
 */
export const scheduleSchema = z
  .object({
    first_in_days: days.optional(),
    every_days: days.positive().optional(),
    count: z.number().int().min(1).max(400).optional(),
    special: z.array(specialSchema).optional(),
    ...batchShape,
    capacity: z.number().int().min(1).max(10_000),
    dates: z.array(datedBatchSchema).max(400).optional(),
    series: z.array(seriesFileSchema).max(40).optional(),
  })
  .superRefine((schedule, check) => {
    const { first_in_days, every_days, count = 0, dates, series, capacity } = schedule;
    const counted = [first_in_days, every_days, schedule.count].filter((value) => value !== undefined).length;
    if (counted !== 0 && counted !== 3)
      refuseWith(check, [], 'needs all of first_in_days, every_days and count, or none of them');
    if (counted === 0 && !dates && !series) refuseWith(check, [], 'has no batches; give dates, series, or null');
    for (const [index, special] of (schedule.special ?? []).entries()) {
      const at = (key: string) => ['special', index, key];
      if (special.n >= count) refuseWith(check, at('n'), `there are only ${count} batches`);
      if ((special.seats_left ?? 0) > capacity) refuseWith(check, at('seats_left'), 'is more than the capacity');
    }
    for (const [name, list] of [
      ['dates', dates ?? []],
      ['series', series ?? []],
    ] as const)
      for (const [index, one] of list.entries()) {
        const all = one.capacity ?? capacity;
        const office = one.office_seats ?? schedule.office_seats ?? 0;
        if (office > all)
          refuseWith(
            check,
            [name, index, 'office_seats'],
            `are more than the ${all} seats; lower them or raise capacity`,
          );
      }
  });
export type Schedule = z.infer<typeof scheduleSchema>;

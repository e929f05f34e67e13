import * as z from 'zod';
import { batchStatuses } from '../../../contract/batch.ts';
import { clockTimeSchema, realDaySchema, weekdays } from '../../../contract/days.ts';
import { checkSeries, seriesFields } from '../../../contract/series.ts';
import { refuseWith } from './dated-fields.ts';

const days = z.number().int();
const seats = z.number().int().min(0).max(10_000);

/** A batch that differs from the others of its course's schedule. `n` is its number in the schedule, counted from 0. */
const specialSchema = z.object({
  n: z.number().int().min(0),
  seats_left: z.number().int().min(0).optional(),
  status: z.enum(batchStatuses).optional(),
});

const timesShape = { start: clockTimeSchema, end: clockTimeSchema };
const isForward = ({ start, end }: { start: string; end: string }) => end > start;
const backward = { path: ['end'], message: 'is not after start; a session ends on the day on which it starts' };

/**
 * Fields of a schedule, a series or one batch. Those of a series or batch override those of the schedule. Null means that
 * the series or batch has no such value, whatever the schedule says.
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
  /** The times of each day with lessons. Without them, the batch has no sessions. */
  times: z.object(timesShape).refine(isForward, backward).nullable().optional(),
  /** The weekdays with lessons, for a batch that meets only on some. */
  lessons_on: z.array(z.enum(weekdays)).min(1).optional(),
};

const sessionSchema = z.object({ day: realDaySchema, ...timesShape }).refine(isForward, backward);

/** Why a batch cannot have two sessions on a day. */
export const oneSessionADay =
  'attendance is marked once a day, so give each day one session, from the first start to the last end';

/** The sessions whose day an earlier one has too, by their place. */
export function repeatedSessions(sessions: readonly { day: string }[]): number[] {
  return sessions.flatMap(({ day }, place) => (sessions.findIndex((one) => one.day === day) < place ? [place] : []));
}

const batchKey = z.string().regex(/^[\w:-]{1,60}$/, 'must have only letters, digits and -, _ or :');

/**
 * A batch with real dates. `key` identifies it in later loads; by default it is the first day. If a batch of a series has
 * the same key, this one replaces it. `sessions` replace the usual times on their days.
 */
const datedBatchSchema = z
  .object({
    key: batchKey.optional(),
    start_date: realDaySchema,
    end_date: realDaySchema.optional(),
    sessions: z.array(sessionSchema).optional(),
    /** Accepts dates that do not agree with the length of the course. */
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

/** Batches that repeat. Their keys are the key of the series and the date: `weekly:2027-01-04`. */
const seriesFileSchema = z.object({ key: batchKey, ...seriesFields, ...batchShape }).superRefine(checkSeries);
export type SeriesFile = z.infer<typeof seriesFileSchema>;

/**
 * The batches of a course: those in `dates` and `series` have real dates. For demonstrations, `count` batches have days
 * counted from the day on which content was first loaded. `capacity` and other fields are the defaults of all batches.
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

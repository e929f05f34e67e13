import * as z from 'zod';
import type { AcademyCalendar } from './academy-calendar.ts';
import {
  addDays,
  addMonths,
  type CourseLength,
  daysBetween,
  realDaySchema,
  type Weekday,
  weekdayOf,
  weekdays,
} from './days.ts';

const nths = ['first', 'second', 'third', 'fourth', 'last'] as const;
type Nth = (typeof nths)[number];

const weekly = new RegExp(`^(${weekdays.join('|')})$`);
const monthly = new RegExp(`^((${nths.join('|')}) (${weekdays.join('|')})|day ([1-9]|1\\d|2[0-8])|last day)$`);

/** The longest time that a series may cover, in days: a little more than five years. */
export const longestSeries = 1_830;

/** The fields that say on which days the batches of a series start. */
const seriesShape = {
  /** The first and the last day on which a batch of the series may start. */
  from: realDaySchema,
  until: realDaySchema,
  every: z.number().int().min(1).max(60),
  unit: z.enum(['week', 'month']),
  /**
   * The days on which batches start. If `unit` is `week`: weekdays such as `monday`. If it is `month`: days such as
   * `first monday`, `last friday`, `day 15` or `last day`.
   */
  on: z.array(z.string()).min(1),
  /** Dates on which no batch starts, although the series would have one. */
  except: z.array(realDaySchema).optional(),
  /**
   * What happens to a batch whose first day is a day off. `skip` (the default): there is no such batch. `postpone`: it
   * starts on the next day with lessons, at most six days later and not after `until`.
   */
  if_off: z.enum(['skip', 'postpone']).optional(),
};

export type Series = z.infer<z.ZodObject<typeof seriesShape>>;

/**
 * Reports errors that involve several fields of a series, such as dates in the wrong order, or days that do not fit
 * `unit` (week or month).
 */
export function checkSeries(series: Series, check: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message });
  const { from, until, every, unit, on } = series;
  const isOrdered = until >= from;
  if (!isOrdered) refuse(['until'], 'is before from; a series ends on or after its first day');
  if (daysBetween(from, until) > longestSeries)
    refuse(['until'], 'is more than five years after from; make two series');
  for (const [index, day] of on.entries()) {
    if (unit === 'week' && !weekly.test(day)) refuse(['on', index], 'must be a weekday such as monday');
    if (unit === 'month' && !monthly.test(day))
      refuse(['on', index], "must be like 'first monday', 'last friday', 'day 15' (at most 28) or 'last day'");
  }
  const isReadable = on.every((day) => (unit === 'week' ? weekly : monthly).test(day));
  // Do not compute the batches of a series with invalid fields: the computation might never end.
  const isSound = isReadable && every >= 1 && [from, until].every((day) => realDaySchema.safeParse(day).success);
  if (!isSound || !isOrdered || daysBetween(from, until) > longestSeries) return;
  const planned = new Set(plannedDays(series));
  if (planned.size === 0) refuse(['on'], 'no batch starts on such a day between from and until');
  for (const [index, day] of (series.except ?? []).entries())
    if (!planned.has(day)) refuse(['except', index], `no batch of this series would start on ${day}`);
}

export const seriesFields = seriesShape;

function weeklyDays({ from, until, every, on }: Series): string[] {
  const monday = addDays(from, -weekdays.indexOf(weekdayOf(from)));
  const days: string[] = [];
  for (let week = monday; week <= until; week = addDays(week, 7 * every))
    for (const [index, weekday] of weekdays.entries()) if (on.includes(weekday)) days.push(addDays(week, index));
  return days;
}

function nthWeekday(first: string, nth: Nth, weekday: Weekday): string {
  const ahead = (weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(first)) + 7) % 7;
  const earliest = addDays(first, ahead);
  if (nth !== 'last') return addDays(earliest, 7 * nths.indexOf(nth));
  const fifth = addDays(earliest, 28);
  return fifth.slice(0, 7) === first.slice(0, 7) ? fifth : addDays(earliest, 21);
}

/** The date that `on` names, such as `last friday`, in the month that starts on `first`. */
function dayInMonth(first: string, on: string): string {
  const [nth = '', what = ''] = on.split(' ');
  if (nth === 'day') return addDays(first, Number(what) - 1);
  if (what === 'day') return addDays(addMonths(first, 1), -1);
  return nthWeekday(first, nth as Nth, what as Weekday);
}

function monthlyDays({ from, until, every, on }: Series): string[] {
  const days: string[] = [];
  for (let first = `${from.slice(0, 7)}-01`; first <= until; first = addMonths(first, every))
    days.push(...on.map((one) => dayInMonth(first, one)));
  return days;
}

/** The days on which batches of the series would start if there were no days off, in order. */
function plannedDays(series: Series): string[] {
  const days = series.unit === 'week' ? weeklyDays(series) : monthlyDays(series);
  const inside = days.filter((day) => day >= series.from && day <= series.until);
  return [...new Set(inside)].sort();
}

type SeriesBatch = { planned_date: string; start_date: string; end_date: string };
/**
 * A batch that a series leaves out, and the reason: the name of the day off or break, `exception` for a date in
 * `except`, or 'same day as the batch before'.
 */
type LeftOut = { planned_date: string; reason: string };

/** The first day from `from` to `until` that is not a day off, at most six days after `from`; null if there is none. */
function nextTeachingDay(from: string, until: string, calendar: AcademyCalendar): string | null {
  for (let day = from; day <= until && day <= addDays(from, 6); day = addDays(day, 1))
    if (calendar.reasonOff(day) === null) return day;
  return null;
}

/**
 * Returns the batches of a series, and those that it leaves out:
 * - a batch whose date is in `except`
 * - a batch whose first day is a day off, unless `if_off` postpones it by up to six days, but not beyond `until`
 * - a batch of a course counted in days or weeks that would overlap a break
 * - a batch that would start on the same day as the batch before
 */
export function expandSeries(
  series: Series,
  length: CourseLength,
  calendar: AcademyCalendar,
): { batches: SeriesBatch[]; leftOut: LeftOut[] } {
  const batches: SeriesBatch[] = [];
  const leftOut: LeftOut[] = [];
  const isShort = length.duration_unit === 'day' || length.duration_unit === 'week';
  for (const planned_date of plannedDays(series)) {
    const off = calendar.reasonOff(planned_date);
    const lastStart = series.if_off === 'postpone' ? series.until : planned_date;
    const start = nextTeachingDay(planned_date, lastStart, calendar);
    const end = start && calendar.lastDay(start, length);
    const isTaken = batches.at(-1)?.start_date === start;
    const reason = series.except?.includes(planned_date)
      ? 'exception'
      : !start || !end
        ? off
        : (isShort && calendar.breakOf(start, end)) || (isTaken && 'same day as the batch before');
    if (reason || !start || !end) leftOut.push({ planned_date, reason: reason || 'day off' });
    else batches.push({ planned_date, start_date: start, end_date: end });
  }
  return { batches, leftOut };
}

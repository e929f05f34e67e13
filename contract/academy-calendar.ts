import * as z from 'zod';
import { counted } from './counted.ts';
import { addDays, type CourseLength, daysBetween, lastDay, realDaySchema, weekdayOf, weekdays } from './days.ts';

const nameSchema = z.string().min(1, 'has no name').max(100);

const breakSchema = z
  .object({ name: nameSchema, start_date: realDaySchema, end_date: realDaySchema })
  .refine(({ start_date, end_date }) => end_date >= start_date, {
    path: ['end_date'],
    message: 'is before start_date; a break ends on or after its first day',
  });

/**
 * The days on which the academy does not teach: weekdays, holidays, and breaks such as the monsoon. One list applies to
 * the batches of all courses.
 */
export const daysOffSchema = z.object({
  weekly_off: z.array(z.enum(weekdays)).max(6),
  holidays: z.array(z.object({ date: realDaySchema, name: nameSchema })),
  breaks: z.array(breakSchema),
});
export type DaysOff = z.infer<typeof daysOffSchema>;

/**
 * By how many days a batch may be shorter or longer than its course, not counting days off. For example, a course of
 * one week may end on its Friday.
 */
const slackOf = {
  day: { before: 0, after: 0 },
  week: { before: 2, after: 7 },
  month: { before: 7, after: 7 },
  year: { before: 7, after: 7 },
} as const;

const weekdayName = (weekday: string) => `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`;

/**
 * Looks up why a day is off. Create it once for each list of days off, because expanding series looks up thousands of
 * days.
 */
export class AcademyCalendar {
  readonly #weeklyOff: ReadonlySet<string>;
  readonly #holidays: ReadonlyMap<string, string>;
  readonly #breaks: DaysOff['breaks'];

  constructor({ weekly_off, holidays, breaks }: DaysOff = { weekly_off: [], holidays: [], breaks: [] }) {
    this.#weeklyOff = new Set(weekly_off);
    this.#holidays = new Map(holidays.map(({ date, name }) => [date, name]));
    this.#breaks = breaks;
  }

  /** The holiday, break or weekday, such as 'Sunday', that makes `day` a day off; null if there are lessons. */
  reasonOff(day: string): string | null {
    return this.specialDayOff(day) ?? (this.#weeklyOff.has(weekdayOf(day)) ? weekdayName(weekdayOf(day)) : null);
  }

  /** The holiday or break that makes `day` a day off; null if there is none. */
  specialDayOff(day: string): string | null {
    return this.#holidays.get(day) ?? this.breakOf(day, day);
  }

  /** The name of the first break that shares a day with the dates; null if there is none. */
  breakOf(start: string, end: string): string | null {
    return this.#breaks.find((one) => one.start_date <= end && one.end_date >= start)?.name ?? null;
  }

  /**
   * The last day of a batch that starts on `start`. A course whose length is in days skips days off; courses in weeks,
   * months or years run through them.
   */
  lastDay(start: string, length: CourseLength): string {
    if (length.duration_unit !== 'day') return lastDay(start, length);
    let left = Math.ceil(length.duration);
    let day = addDays(start, -1);
    // End the search, because the academy may be closed for years.
    const latest = addDays(start, left + 3 * 366);
    while (left > 0 && day < latest) {
      day = addDays(day, 1);
      if (this.reasonOff(day) === null) left -= 1;
    }
    return day;
  }

  /**
   * The days off of which staff are warned before a batch gets these dates: its first day, its last day, and breaks.
   * There is no warning about a last day that follows from the length of the course, because weeks, months and years run
   * through days off.
   */
  dayOffWarnings(start: string, end: string, length: CourseLength): string[] {
    const first = this.reasonOff(start);
    const isUsualEnd = end === start || end === this.lastDay(start, length);
    const last = isUsualEnd ? null : this.reasonOff(end);
    const isShort = length.duration_unit === 'day' || length.duration_unit === 'week';
    const pause = isShort && first === null && last === null ? this.breakOf(start, end) : null;
    return [
      ...(first ? [`Starts on a day off: ${first}`] : []),
      ...(last ? [`Ends on a day off: ${last}`] : []),
      ...(pause ? [`Runs into a break: ${pause}`] : []),
    ];
  }

  /**
   * Why dates do not match the length of the course; null if they do. A course counted in days may include days off or
   * skip them. Other courses may end a few days earlier or later.
   */
  lengthFault(start: string, end: string, length: CourseLength): string | null {
    const plain = lastDay(start, length);
    const latest = this.lastDay(start, length);
    const slack = slackOf[length.duration_unit];
    if (end >= addDays(plain, -slack.before) && end <= addDays(latest, slack.after)) return null;
    const days = daysBetween(start, end) + 1;
    const { duration, duration_unit: unit } = length;
    const right = latest === plain ? plain : `${plain}, or ${latest} without the days off`;
    return `makes ${counted(days, 'day')}, but the course takes ${counted(duration, unit)}; it would end on ${right}`;
  }
}

import * as z from 'zod';
import { notOneLine, oneLine } from './answer.ts';
import { counted } from './counted.ts';
import { addDays, type CourseLength, daysBetween, lastDay, realDaySchema, weekdayOf, weekdays } from './days.ts';

const nameSchema = z.string().min(1, 'has no name').max(100).regex(oneLine, notOneLine);

const breakSchema = z
  .object({ name: nameSchema, start_date: realDaySchema, end_date: realDaySchema })
  .refine(({ start_date, end_date }) => end_date >= start_date, {
    path: ['end_date'],
    message: 'is before start_date; a break ends on or after its first day',
  });

/**
 * The days on which the academy does not teach: fixed days of the week such as Sunday, holidays, and breaks such as the
 * monsoon. They apply to the batches of all courses.
 */
export const daysOffSchema = z.object({
  weekly_off: z.array(z.enum(weekdays)).max(6),
  holidays: z.array(z.object({ date: realDaySchema, name: nameSchema })),
  breaks: z.array(breakSchema),
});
export type DaysOff = z.infer<typeof daysOffSchema>;

/**
 * By how many days a batch may be shorter (`before`) or longer (`after`) than its course. It depends on the unit in
 * which the length of the course is given. For example, a course counted in weeks may end on a Friday, two days before
 * its last week ends.
 */
const slackOf = {
  day: { before: 0, after: 0 },
  week: { before: 2, after: 7 },
  month: { before: 7, after: 7 },
  year: { before: 7, after: 7 },
} as const;

const weekdayName = (weekday: string) => `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`;

/**
 * Says why the academy does not teach on a day. Create one instance for a list of days off and reuse it: it looks up a
 * day fast, and expanding a series of batches looks up thousands of days.
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

  /**
   * Why there are no lessons on `day`: the name of a holiday or break, or a weekday such as 'Sunday'. Null if there are
   * lessons.
   */
  reasonOff(day: string): string | null {
    return this.specialDayOff(day) ?? (this.#weeklyOff.has(weekdayOf(day)) ? weekdayName(weekdayOf(day)) : null);
  }

  /** The name of the holiday or break on `day`; null if there is none. */
  specialDayOff(day: string): string | null {
    return this.#holidays.get(day) ?? this.breakOf(day, day);
  }

  /**
   * The name of the first break that has a day in common with the period from `start` to `end`; null if there is none.
   */
  breakOf(start: string, end: string): string | null {
    return this.#breaks.find((one) => one.start_date <= end && one.end_date >= start)?.name ?? null;
  }

  /**
   * The last day of a batch that starts on `start`. If the length of its course is in days, days off do not count as
   * course days. If the length is in weeks, months or years, they do.
   */
  lastDay(start: string, length: CourseLength): string {
    if (length.duration_unit !== 'day') return lastDay(start, length);
    let left = Math.ceil(length.duration);
    let day = addDays(start, -1);
    // Stop three years after the usual last day: if every day is a day off, the loop would never end.
    const latest = addDays(start, left + 3 * 366);
    while (left > 0 && day < latest) {
      day = addDays(day, 1);
      if (this.reasonOff(day) === null) left -= 1;
    }
    return day;
  }

  /**
   * Warnings for staff: the batch starts on a day off, ends on one, or runs into a break. There is no warning about the
   * end if it is the usual one, such as the Sunday at the end of a one-week course. Breaks are checked only if there is
   * no other warning and the course is counted in days or weeks.
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
   * Why the dates of a batch do not match the length of its course; null if they do. If the length is in days, the
   * batch may end on the last day counted with the days off, on the last day counted without them, or between the two.
   * With other units, it may end a few days earlier or later (`slackOf`).
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

import type { Enrolment } from '../../../contract/enrolments.ts';
import { monthNames } from '../../lib/month-names.ts';

const dayLength = 86_400_000;

/** Names of the columns: weeks begin on Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

type Dated = Pick<Enrolment, 'id' | 'start_date' | 'end_date'>;

/** A course on one day: which day of how many, and whether its bar ends here within the week. */
export type DayBar<Course extends Dated> = {
  course: Course;
  day: number;
  days: number;
  isFirst: boolean;
  isLast: boolean;
  /** On the first day that a week shows of it, where its name stands: how many days the week shows; else 0. */
  span: number;
};

/** A day of a week's row, with the week's lanes from the top; `bar` is null where one is free. */
export type GridDay<Course extends Dated> = {
  day: string;
  isInMonth: boolean;
  lanes: Array<{ lane: number; bar: DayBar<Course> | null }>;
};

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Month `YYYY-MM` of an academy day. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** `December 2026`. */
export function nameMonth(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

function inOrder<Course extends Dated>(courses: readonly Course[]): Course[] {
  return [...courses].sort((a, b) => a.start_date.localeCompare(b.start_date) || a.id - b.id);
}

/** The courses that have a day in the month, by their first day. */
export function coursesIn<Course extends Dated>(courses: readonly Course[], month: string): Course[] {
  return inOrder(courses).filter((one) => monthOf(one.start_date) <= month && month <= monthOf(one.end_date));
}

function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayLength;
  const end = Date.parse(`${addMonths(month, 1)}-01`);
  const weeks: string[][] = [];
  for (let start = monday; start < end; start += 7 * dayLength)
    weeks.push(weekdays.map((_, place) => toDay(start + place * dayLength)));
  return weeks;
}

/** Each course has the first lane that is free over all its days in the week. */
function lanesOf<Course extends Dated>(courses: readonly Course[], week: readonly string[]): Course[][] {
  const [first = '', last = ''] = [week[0], week[6]];
  const lanes: Course[][] = [];
  for (const course of courses) {
    if (course.end_date < first || last < course.start_date) continue;
    const free = lanes.find((lane) => lane.every((other) => other.end_date < course.start_date));
    if (free) free.push(course);
    else lanes.push([course]);
  }
  return lanes;
}

function barOn<Course extends Dated>(
  lane: readonly Course[],
  day: string,
  week: readonly string[],
): DayBar<Course> | null {
  const course = lane.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (!course) return null;
  const number = (to: string) => (Date.parse(to) - Date.parse(course.start_date)) / dayLength + 1;
  const isFirst = day === course.start_date;
  return {
    course,
    day: number(day),
    days: number(course.end_date),
    isFirst,
    isLast: day === course.end_date,
    span: isFirst || day === week[0] ? week.filter((one) => day <= one && one <= course.end_date).length : 0,
  };
}

/** The month's weeks from Monday to Sunday, with what is booked on each day. */
export function monthGrid<Course extends Dated>(courses: readonly Course[], month: string): Array<GridDay<Course>[]> {
  const sorted = inOrder(courses);
  return weeksOf(month).map((week) => {
    const lanes = lanesOf(sorted, week);
    return week.map((day) => ({
      day,
      isInMonth: monthOf(day) === month,
      lanes: lanes.map((booked, lane) => ({ lane, bar: barOn(booked, day, week) })),
    }));
  });
}

/** The nearest month with a course after `month`, else the last one before it; null where there is none. */
export function nearestMonth(courses: readonly Dated[], month: string): string | null {
  const starts = courses.map(({ start_date }) => monthOf(start_date)).sort();
  const before = courses.map(({ end_date }) => monthOf(end_date)).sort();
  return starts.find((one) => one > month) ?? before.filter((one) => one < month).at(-1) ?? null;
}

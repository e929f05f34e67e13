import { compareDays } from '../../../../contract/days.ts';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { monthNames } from '../../../lib/format/month-names.ts';

const dayMs = 86_400_000;

/** The columns of the calendar's month table. Weeks start on Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

type Dated = Pick<Enrolment, 'id' | 'start_date' | 'end_date'>;

/**
 * The part of a course's bar on one day. `day`: the number of this day within the course, counted from 1. `days`: how
 * many days the course lasts.
 */
export type DayBar<Course extends Dated> = {
  course: Course;
  day: number;
  days: number;
  isFirst: boolean;
  isLast: boolean;
  /**
   * For the bar's first day in the week: how many days of the week the bar covers, which is the space for the course's
   * name. For its other days: 0.
   */
  span: number;
};

/**
 * One day of the calendar's month table. `rows`: the rows of bars in this week, from top to bottom. `bar` is null if
 * no course in this row takes place on the day.
 */
export type GridDay<Course extends Dated> = {
  day: string;
  isInMonth: boolean;
  rows: Array<{ row: number; bar: DayBar<Course> | null }>;
};

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The month of a date, as `YYYY-MM`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** The name of a month, such as `December 2026`. */
export function nameMonth(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

function sortByStart<Course extends Dated>(courses: readonly Course[]): Course[] {
  return [...courses].sort((a, b) => compareDays(a.start_date, b.start_date) || a.id - b.id);
}

/** The courses with at least one day in the month, sorted by first day. */
export function coursesIn<Course extends Dated>(courses: readonly Course[], month: string): Course[] {
  return sortByStart(courses).filter((one) => monthOf(one.start_date) <= month && month <= monthOf(one.end_date));
}

function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const end = Date.parse(`${addMonths(month, 1)}-01`);
  const weeks: string[][] = [];
  for (let start = monday; start < end; start += 7 * dayMs)
    weeks.push(weekdays.map((_, index) => toDay(start + index * dayMs)));
  return weeks;
}

/** Puts each course of the week into the first row of bars that is free on all days of the course. */
function rowsOf<Course extends Dated>(courses: readonly Course[], week: readonly string[]): Course[][] {
  const [first = '', last = ''] = [week[0], week[6]];
  const rows: Course[][] = [];
  for (const course of courses) {
    if (course.end_date < first || last < course.start_date) continue;
    const free = rows.find((row) => row.every((other) => other.end_date < course.start_date));
    if (free) free.push(course);
    else rows.push([course]);
  }
  return rows;
}

function barOn<Course extends Dated>(
  row: readonly Course[],
  day: string,
  week: readonly string[],
): DayBar<Course> | null {
  const course = row.find(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (!course) return null;
  const dayNumber = (date: string) => (Date.parse(date) - Date.parse(course.start_date)) / dayMs + 1;
  const isFirst = day === course.start_date;
  return {
    course,
    day: dayNumber(day),
    days: dayNumber(course.end_date),
    isFirst,
    isLast: day === course.end_date,
    span: isFirst || day === week[0] ? week.filter((one) => day <= one && one <= course.end_date).length : 0,
  };
}

/**
 * The weeks of a month, each with seven days from Monday to Sunday. Each day has the parts of the courses' bars that
 * are shown on it.
 */
export function monthGrid<Course extends Dated>(courses: readonly Course[], month: string): Array<GridDay<Course>[]> {
  const sorted = sortByStart(courses);
  return weeksOf(month).map((week) => {
    const rows = rowsOf(sorted, week);
    return week.map((day) => ({
      day,
      isInMonth: monthOf(day) === month,
      rows: rows.map((booked, row) => ({ row, bar: barOn(booked, day, week) })),
    }));
  });
}

/**
 * Finds another month with courses: the first month after `month` in which a course starts or, without one, the last
 * month before `month` in which a course ends. Null if there is neither.
 */
export function nearestMonth(courses: readonly Dated[], month: string): string | null {
  const starts = courses.map(({ start_date }) => monthOf(start_date)).sort();
  const ends = courses.map(({ end_date }) => monthOf(end_date)).sort();
  return starts.find((one) => one > month) ?? ends.filter((one) => one < month).at(-1) ?? null;
}

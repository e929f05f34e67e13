import type { Course } from '../../../contract/course.ts';
import { compareDays } from '../../../contract/days.ts';
import { wholePrice } from '../../../contract/fees-by-year.ts';
import { nextBookable } from '../upcoming-batches.ts';
import type { CourseFilter } from './course-filter.ts';

const daysIn = { day: 1, week: 7, month: 30, year: 365 } as const;

const daysOf = (course: Course) => course.duration * daysIn[course.duration_unit];
const feeOf = (course: Course) => (course.price ? wholePrice(course.price) : course.total_fee);

/** Start date of a course's next bookable batch; `9999`, which sorts last, if there is none. */
function nextStart(course: Course, today: string): string {
  return nextBookable(course.batches ?? [], today)?.start_date ?? '9999';
}

function hasWords({ course_name, course_code, short_description = '' }: Course, q: string): boolean {
  const text = `${course_name} ${course_code} ${short_description}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function isWanted(course: Course, { q, duration, fee, mode, seats }: CourseFilter, today: string): boolean {
  if (q && !hasWords(course, q)) return false;
  if (duration && daysOf(course) > duration) return false;
  if (fee && feeOf(course) > fee) return false;
  if (mode && (course.e_learning === true) !== (mode === 'blended')) return false;
  return !seats || nextStart(course, today) !== '9999';
}

/** The courses that match the filter, sorted. Courses that compare equal stay in catalogue order. */
export function filterCourses<Listed extends Course>(
  courses: readonly Listed[],
  filter: CourseFilter,
  today: string,
): Listed[] {
  const wanted = courses.filter((course) => isWanted(course, filter, today));
  if (filter.sort === 'fee') return wanted.sort((one, other) => feeOf(one) - feeOf(other));
  if (filter.sort === 'fee-high') return wanted.sort((one, other) => feeOf(other) - feeOf(one));
  if (filter.sort === 'duration') return wanted.sort((one, other) => daysOf(one) - daysOf(other));
  if (filter.sort === 'next')
    return wanted.sort((one, other) => compareDays(nextStart(one, today), nextStart(other, today)));
  return wanted;
}

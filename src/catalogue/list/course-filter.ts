import type { Course } from '../../../contract/course.ts';
import { wholePrice } from '../../../contract/fees-by-year.ts';
import { searchNumber, searchText } from '../../lib/search-values.ts';
import { nextBookable } from '../upcoming-batches.ts';

const courseModes = ['blended', 'onsite'] as const;
const courseOrders = ['fee', 'fee-high', 'duration', 'next'] as const;

/** Filter and order of a category page. Stored in the search parameters of its URL, where each is optional. */
export type CourseFilter = {
  /** Search words, which must all occur in the course's name, code or description. */
  q?: string;
  /** Longest duration of a course in days. */
  duration?: number;
  /** Highest fee of a whole course in rupees. */
  fee?: number;
  /** How courses are held. `blended`: with e-learning; `onsite`: without. */
  mode?: (typeof courseModes)[number];
  /** 1: show only courses with a batch that can be booked. */
  seats?: 1;
  /** `fee` and `fee-high`: by ascending and descending fee; `duration`: shortest first; `next`: earliest batch first. Default: catalogue order. */
  sort?: (typeof courseOrders)[number];
};

const daysIn = { day: 1, week: 7, month: 30, year: 365 } as const;

function readNumber(value: unknown): number | undefined {
  const number = searchNumber(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/**
 * The search parameters of a category page as they are in the URL, for its route. `readFilter` parses them: the router would
 * write parsed values back into the URL.
 */
export function filterSearch(search: Record<string, unknown>): { [Name in keyof CourseFilter]?: unknown } {
  const { q, duration, fee, mode, seats, sort } = search;
  return { q, duration, fee, mode, seats, sort };
}

/** Parses the filter from search parameters. Unknown and invalid values are dropped. */
export function readFilter(search: Readonly<Record<string, unknown>>): CourseFilter {
  const q = searchText(search.q)?.trim().slice(0, 200);
  const [duration, fee] = [readNumber(search.duration), readNumber(search.fee)];
  const mode = courseModes.find((known) => known === search.mode);
  const sort = courseOrders.find((known) => known === search.sort);
  return {
    ...(q ? { q } : {}),
    ...(duration ? { duration } : {}),
    ...(fee ? { fee } : {}),
    ...(mode ? { mode } : {}),
    ...(searchNumber(search.seats) === 1 ? { seats: 1 } : {}),
    ...(sort ? { sort } : {}),
  };
}

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
    return wanted.sort((one, other) => nextStart(one, today).localeCompare(nextStart(other, today)));
  return wanted;
}

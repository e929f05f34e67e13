import type { BookingGroup } from '../../../contract/booking.ts';
import { categories } from '../../../contract/categories.ts';
import type { CourseFilter } from '../../catalogue/list/course-filter.ts';
import { filterCourses } from '../../catalogue/list/filter-courses.ts';
import { nextBookable } from '../../catalogue/upcoming-batches.ts';
import type { BookingAddress } from '../booking-address.ts';
import { hasFilter, type OfferFilter, readOfferFilter } from './offer-filter.ts';
import type { OfferedCourse } from './offer-groups.ts';

const dayMs = 86_400_000;

/**
 * How many of the fields under 'Filter and sort' are set. The category does not count, because it has chips of its own.
 */
export function countChoices({ starts, duration, seats, sort }: OfferFilter): number {
  return [starts, duration, seats, sort].filter((value) => value !== undefined).length;
}

/**
 * The `search` function of a link or navigation that changes the filter. The new URL no longer names a course or
 * package to list first. It names the tab Individual Courses: otherwise Course Packages would open when the filter is
 * cleared.
 */
export function filterLink(change: OfferFilter) {
  return (search: object): BookingAddress => ({
    ...readOfferFilter({ ...search }),
    tab: 'individual',
    ...change,
  });
}

const sortTitles: Record<NonNullable<OfferFilter['sort']>, string> = {
  next: 'By next batch',
  fee: 'By fee, lowest first',
  'fee-high': 'By fee, highest first',
  duration: 'By duration, shortest first',
};

function isWanted(course: OfferedCourse, { category, starts }: OfferFilter, today: string): boolean {
  if (category && categories.find(({ id }) => id === course.category_id)?.key !== category) return false;
  if (!starts) return true;
  const last = new Date(Date.parse(today) + starts * dayMs).toISOString().slice(0, 10);
  const next = nextBookable(course.batches, today);
  return next !== undefined && next.start_date <= last;
}

/**
 * The groups with only the courses that match the filter; their packages stay. If a sort order is chosen, the courses
 * of all groups are put into one sorted list instead, each course once, without packages.
 */
export function filterOffers(
  groups: readonly BookingGroup[],
  filter: OfferFilter,
  today: string,
): readonly BookingGroup[] {
  if (!hasFilter(filter)) return groups;
  const { duration, seats, sort } = filter;
  const limits: CourseFilter = { ...(duration ? { duration } : {}), ...(seats ? { seats } : {}) };
  const matching = groups
    .map((group) => ({
      ...group,
      courses: filterCourses(
        group.courses.filter((course) => isWanted(course, filter, today)),
        limits,
        today,
      ),
    }))
    .filter(({ courses, packages }) => courses.length + packages.length > 0);
  const courses = [...new Map(matching.flatMap((group) => group.courses).map((one) => [one.id, one])).values()];
  if (!sort || courses.length === 0) return matching;
  const sorted = filterCourses(courses, { sort }, today);
  return [{ id: 0, title: sortTitles[sort], description: '', courses: sorted, packages: [] }];
}

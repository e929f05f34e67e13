import { type CategoryKey, categories } from '../../../contract/categories.ts';
import { type CourseFilter, readFilter } from '../../catalogue/list/course-filter.ts';
import { searchNumber } from '../../lib/search-values.ts';

/**
 * Filter and order of the individual courses on Book Online, in the search parameters of its URL. `starts`: number of
 * days from today within which a course must start. The other fields mean the same as on the category pages.
 */
export type OfferFilter = {
  category?: CategoryKey | undefined;
  starts?: number | undefined;
  duration?: CourseFilter['duration'] | undefined;
  seats?: CourseFilter['seats'] | undefined;
  sort?: CourseFilter['sort'] | undefined;
};

/**
 * The choices of two filter fields, in days: a course must start within so many days from today, and last at most so
 * many days. Any other number in the URL is ignored, because it would filter the courses without being shown in a
 * field.
 */
const offeredDays = { starts: [14, 31, 92], duration: [3, 7, 31, 366] };

function readDays(name: keyof typeof offeredDays, search: Readonly<Record<string, unknown>>): number | undefined {
  const days = searchNumber(search[name]);
  return offeredDays[name].find((offered) => offered === days);
}

/** Reads the filter from search parameters. Unknown and invalid values are undefined, so that the router drops them. */
export function readOfferFilter(search: Readonly<Record<string, unknown>>): OfferFilter {
  const duration = readDays('duration', search);
  const { seats, sort } = readFilter({ seats: search.seats, sort: search.sort });
  const category = categories.find(({ key }) => key === search.category)?.key;
  return { category, starts: readDays('starts', search), duration, seats, sort };
}

/** Whether anything is filtered or sorted. */
export function hasFilter({ category, starts, duration, seats, sort }: OfferFilter): boolean {
  return [category, starts, duration, seats, sort].some((value) => value !== undefined);
}

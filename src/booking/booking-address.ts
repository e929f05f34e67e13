import { type BookingTab, bookingTabs } from '../../contract/booking-tabs.ts';
import { paths } from '../../contract/pages.ts';
import { searchNumber } from '../lib/search-values.ts';
import { hasFilter, type OfferFilter, readOfferFilter } from './offers/offer-filter.ts';

/**
 * Search parameters of Book Online: the tab, the course and batch that were chosen on a course page, the package of an
 * earlier order, and the filter of the individual courses.
 */
export type BookingAddress = OfferFilter & {
  tab?: BookingTab | undefined;
  course?: number | undefined;
  batch?: number | undefined;
  package?: number | undefined;
};

function readId(value: unknown): number | undefined {
  const id = searchNumber(value);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Reads the search parameters and ignores invalid ones. */
export function readBookingAddress(search: Record<string, unknown>): BookingAddress {
  const tab = bookingTabs.find((known) => known === search.tab);
  const [course, batch, bundle] = [readId(search.course), readId(search.batch), readId(search.package)];
  // Return invalid parameters as undefined instead of leaving them out: the router removes a parameter from the URL
  // only if its value here is undefined.
  return { tab, course, batch, package: bundle, ...readOfferFilter(search) };
}

/** The open tab: by default Course Packages, or Individual Courses if the URL names a course or a filter of courses. */
export function openTab({ tab, course, ...address }: BookingAddress): BookingTab {
  return tab ?? (course || hasFilter(address) ? 'individual' : 'packages');
}

/**
 * The path of Book Online to which the student returns after login. Search parameters of `address` that are invalid or
 * that the page does not know are left out.
 */
export function bookingPath(address: BookingAddress): string {
  const given = Object.entries(readBookingAddress(address)).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${paths.bookOnline}?${search}` : paths.bookOnline;
}

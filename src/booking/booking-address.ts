import { type BookingTab, bookingTabs } from '../../contract/booking-tabs.ts';
import { paths } from '../../contract/pages.ts';

/** Search part of Book Online's address: the tab, the course and batch that a course page sent, the package of an earlier order. */
export type BookingAddress = { tab?: BookingTab; course?: number; batch?: number; package?: number };

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Reads the address; what it does not know it leaves out. */
export function readBookingAddress(search: Record<string, unknown>): BookingAddress {
  const tab = bookingTabs.find((known) => known === search.tab);
  const [course, batch, bundle] = [readId(search.course), readId(search.batch), readId(search.package)];
  return {
    ...(tab ? { tab } : {}),
    ...(course ? { course } : {}),
    ...(batch ? { batch } : {}),
    ...(bundle ? { package: bundle } : {}),
  };
}

/** The open tab: Course Packages, but a course that was sent is among the Individual Courses (document 1, section 2). */
export function openTab({ tab, course }: BookingAddress): BookingTab {
  return tab ?? (course ? 'individual' : 'packages');
}

/** The address as a path to come back to. */
export function bookingPath(address: BookingAddress): string {
  const search = new URLSearchParams(Object.entries(address).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${paths.bookOnline}?${search}` : paths.bookOnline;
}

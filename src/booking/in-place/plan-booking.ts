import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Batch } from '../../../contract/batch.ts';
import { bookingWarnings } from '../../../contract/booking-warnings.ts';
import type { Course } from '../../../contract/course.ts';
import { cartContents } from '../../../machines/cart-lines.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { attendancesOf } from '../../cart/warnings/attendances.ts';
import { enrolmentQueries } from '../../student/courses/enrolment.queries.ts';
import { bookingQueries } from '../booking.queries.ts';
import { choosableBatches } from '../choosable-batches.ts';

/** A press waits this long for the server. What it then does not know counts as on the course page. */
const timeoutMs = 3000;

/** The queries that decide what a press does. The offers are those of a search for the course's code, which are few. */
const queriesOf = (studentId: string, course: Course) => ({
  settings: bookingQueries.settings(),
  offers: bookingQueries.groups(studentId, 'individual', course.course_code),
  savedOffers: bookingQueries.groups(studentId, 'individual', ''),
  cart: cartQueries.current(studentId),
  booked: enrolmentQueries.list(studentId),
});

/** Loads what `planBooking` needs, while the student is still pressing. */
export function preloadBooking(client: QueryClient, studentId: string, course: Course): void {
  const { settings, offers, booked } = queriesOf(studentId, course);
  void client.prefetchQuery(settings);
  void client.prefetchQuery(offers);
  void client.prefetchQuery(booked);
}

/** The response to a query, one that was saved, or undefined if there is neither in time. */
async function findOut<Found, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
): Promise<Found | undefined> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([client.prefetchQuery({ ...query, retry: false }), timeout]);
  return client.getQueryData<Found>(query.queryKey);
}

type Wish = { studentId: string; course: Course; batchId: number; today: string; isOnline: boolean };

/**
 * `batches`: those that can be chosen, of which `batchId` is one. `isAddedAtOnce`: nothing keeps the course from being added;
 * else the student is shown that it is in the cart already, or what is wrong with the dates.
 */
export type BookingPlan = { batchId: number; batches: readonly Batch[]; isAddedAtOnce: boolean };

/**
 * Decides what a press on a batch does. Null if the batch cannot be booked here: booking is closed, the course is not sold on
 * Book Online, or the batch has become full. Book Online says so.
 */
export async function planBooking(client: QueryClient, wish: Wish): Promise<BookingPlan | null> {
  const { studentId, course, batchId, today, isOnline } = wish;
  const queries = queriesOf(studentId, course);
  const [settings, groups, cart, booked] = await Promise.all([
    findOut(client, queries.settings),
    findOut(client, isOnline ? queries.offers : queries.savedOffers),
    findOut(client, queries.cart),
    findOut(client, queries.booked),
  ]);
  if (settings?.enable_booking === false) return null;
  const known = groups ? groups.flatMap(({ courses }) => courses).find(({ id }) => id === course.id) : course;
  const batches = choosableBatches(known?.batches ?? [], today);
  const batch = batches.find(({ id }) => id === batchId);
  if (!batch) return null;
  const planned = {
    courseId: course.id,
    courseName: course.course_name,
    batch,
    prerequisites: course.prerequisites ?? [],
    source: 'chosen' as const,
  };
  const isInCart = cartContents(cart).courses.has(course.id);
  const fits = bookingWarnings(planned, attendancesOf(booked, cart)).length === 0;
  return { batchId, batches, isAddedAtOnce: fits && !isInCart };
}

import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Batch } from '../../../contract/batch.ts';
import { bookingWarnings } from '../../../contract/booking-warnings.ts';
import type { Course } from '../../../contract/course.ts';
import { cartContents } from '../../../machines/cart-lines.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { withDelivered } from '../../cart/changes/delivered-adds.ts';
import { attendancesOf } from '../../cart/warnings/attendances.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { enrolmentQueries } from '../../student/courses/enrolment.queries.ts';
import { bookingQueries } from '../booking.queries.ts';
import { choosableBatches } from '../choosable-batches.ts';
import { queuedAttendances } from '../queued-attendances.ts';

/**
 * After a booking link is pressed, wait at most this many milliseconds for the server. Without a response by then, use
 * saved data or the data of the course page.
 */
const timeoutMs = 3000;

/**
 * The queries that decide what a press on a booking link does. `offers` searches for the course code, so that the
 * response has only a few offers; `savedOffers` is the list of all offers, which may be saved on the device.
 */
const queriesOf = (studentId: string, course: Course) => ({
  settings: bookingQueries.settings(),
  offers: bookingQueries.groups(studentId, 'individual', course.course_code),
  savedOffers: bookingQueries.groups(studentId, 'individual', ''),
  cart: cartQueries.current(studentId),
  booked: enrolmentQueries.list(studentId),
});

/** Preloads the data that `planBooking` needs. Call it on pointer down or focus of a booking link. */
export function preloadBooking(client: QueryClient, studentId: string, course: Course): void {
  const { settings, offers, booked } = queriesOf(studentId, course);
  void client.prefetchQuery(settings);
  void client.prefetchQuery(offers);
  void client.prefetchQuery(booked);
}

/**
 * The data of a query: from the server, or the saved data if no response arrives in time. Undefined if there is
 * neither.
 */
async function findOut<Found, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
): Promise<Found | undefined> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([client.prefetchQuery({ ...query, retry: false }), timeout]);
  return client.getQueryData<Found>(query.queryKey);
}

type Wish = {
  studentId: string;
  course: Course;
  batchId: number;
  today: string;
  isOnline: boolean;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
};

/**
 * What happens after a booking link is pressed. `batchId`: the batch of the link. `batches`: all batches of the course
 * that can be chosen. `isAddedAtOnce`: whether the batch is added to the cart without asking. If not, the student sees
 * that the course is in the cart already, or what is wrong with the dates.
 */
export type BookingPlan = { batchId: number; batches: readonly Batch[]; isAddedAtOnce: boolean };

/**
 * Decides what happens after a booking link is pressed. Returns null if the batch cannot be booked on this page:
 * booking is closed, the course is not sold on Book Online, or the batch is full. The link then leads to Book Online,
 * which says why.
 */
export async function planBooking(client: QueryClient, wish: Wish): Promise<BookingPlan | null> {
  const { studentId, course, batchId, today, isOnline, waiting } = wish;
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
  const isInCart = withDelivered(cartContents(cart), waiting).courses.has(course.id);
  const attendances = [...attendancesOf(booked, cart), ...queuedAttendances(waiting, groups ?? [], today)];
  const fits = bookingWarnings(planned, attendances).length === 0;
  return { batchId, batches, isAddedAtOnce: fits && !isInCart };
}

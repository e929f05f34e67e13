import type { QueryClient } from '@tanstack/react-query';
import type { BookingGroup } from '../../contract/booking.ts';
import type { CartAdd } from '../../contract/cart.ts';
import { bookingQueries } from './booking.queries.ts';

/** Name and price (rupees) of what a payload adds, from the lists that this page has seen. */
export function describeOffer(client: QueryClient, studentId: string | null, payload: CartAdd) {
  const seen = client.getQueriesData<BookingGroup[]>({ queryKey: bookingQueries.offers(studentId) });
  const groups = seen.flatMap(([, found]) => found ?? []);
  if (payload.type === 'package') {
    const offer = groups.flatMap(({ packages }) => packages).find(({ id }) => id === payload.package_id);
    return { title: offer?.package_name ?? 'A package', quotedPrice: offer?.price.main ?? null };
  }
  const course = groups.flatMap(({ courses }) => courses).find(({ id }) => id === payload.course_id);
  return { title: course?.course_name ?? 'A course', quotedPrice: course?.price?.main ?? course?.total_fee ?? null };
}

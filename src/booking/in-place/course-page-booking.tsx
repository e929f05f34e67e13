import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ContextType, useEffect, useMemo } from 'react';
import { cartContents } from '../../../machines/cart-lines.ts';
import { useSession } from '../../auth/session/use-session.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { withDelivered } from '../../cart/changes/delivered-adds.ts';
import type { BookingPlace, CourseBookingContext } from '../../catalogue/course/course-booking.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useWaitingChanges } from '../../offline/outbox/list/use-waiting-changes.ts';
import { outbox } from '../../offline/outbox/page-outbox.ts';
import { BookInPlace } from './book-in-place.tsx';
import { bookingLink } from './booking-link.tsx';

function StudentsBooking({ place }: { place: BookingPlace }) {
  const { student } = useSession();
  const waiting = useWaitingChanges(student?.id ?? null);
  const isOnline = !useIsOffline();
  return student ? <BookInPlace {...{ place, studentId: student.id, isOnline, outbox, waiting }} /> : null;
}

export type CoursePageBookingProps = {
  studentId: string;
  onChange: (booking: ContextType<typeof CourseBookingContext>) => void;
};

/**
 * Makes the booking links of course pages open the booking on the page itself instead of leading to Book Online.
 * Renders nothing, and is loaded for signed-in students only.
 */
export function CoursePageBooking({ studentId, onChange }: CoursePageBookingProps) {
  const client = useQueryClient();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const waiting = useWaitingChanges(studentId);
  const { courses } = useMemo(() => withDelivered(cartContents(cart), waiting), [cart, waiting]);
  useEffect(() => {
    const deps = { client, studentId, coursesInCart: courses, BookInPlace: StudentsBooking };
    onChange({ linkAt: (place) => bookingLink(place, deps) });
    // After sign-out, the booking links lead to Book Online again.
    return () => onChange(null);
  }, [client, studentId, courses, onChange]);
  return null;
}

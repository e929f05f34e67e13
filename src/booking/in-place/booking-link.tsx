import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, KeyboardEvent, MouseEvent } from 'react';
import type { BookingPlace } from '../../catalogue/course/course-booking.ts';
import { courseQueries } from '../../catalogue/course.queries.ts';
import { isBookable } from '../../catalogue/upcoming-batches.ts';
import { academyDay } from '../../lib/format/format.ts';
import { preloadBooking } from './plan-booking.ts';

type BookingLinkDeps = {
  client: QueryClient;
  studentId: string;
  coursesInCart: ReadonlySet<number>;
  BookInPlace: ComponentType<{ place: BookingPlace }>;
};

/**
 * Props for a booking link on the page of a course, if a student is signed in. A press on the link books on this page,
 * and its script and data are preloaded on pointer down or focus. If the course is in the cart, the links outside the
 * list of batches are replaced by a note that says so.
 */
export function bookingLink(place: BookingPlace, { client, studentId, coursesInCart, BookInPlace }: BookingLinkDeps) {
  const { courseId, batch, isRow, isPressed, press } = place;
  if (isPressed || (!isRow && coursesInCart.has(courseId))) return { inPlace: <BookInPlace place={place} /> };
  if (!batch || !isBookable(batch, academyDay())) return {};
  const preload = () => {
    // Ignore a failed preload: a press that needs the script loads it again and reports the failure.
    void import('../adding/course-add.tsx').catch(() => {});
    const course = client.getQueryData(courseQueries.detail(courseId).queryKey);
    if (course) preloadBooking(client, studentId, course);
  };
  return {
    role: 'button',
    onPointerDown: preload,
    onFocus: preload,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      press(true);
    },
    // The link has the role of a button, so the space bar must press it too.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      press(true);
    },
  };
}

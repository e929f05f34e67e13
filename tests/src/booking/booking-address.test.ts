import { expect, it } from 'vitest';
import { type BookingAddress, bookingPath } from '../../../src/booking/booking-address.ts';

it('bookingPath returns the path of the Book Online page with its query parameters', () => {
  expect(bookingPath({})).toBe('/course-booking');
  expect(bookingPath({ tab: 'individual', course: 401, batch: 7 })).toBe(
    '/course-booking?tab=individual&course=401&batch=7',
  );
});

it('bookingPath leaves out query parameters that the Book Online page does not have', () => {
  const address = { package: 3, constructor: { toString: 1, valueOf: 1 }, list: [{}] };
  expect(bookingPath(address as BookingAddress)).toBe('/course-booking?package=3');
});

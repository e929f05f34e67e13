import { expect, it } from 'vitest';
import { type BookingAddress, bookingPath } from '../../../src/booking/booking-address.ts';

it('the path of Book Online contains its own search parameters', () => {
  expect(bookingPath({})).toBe('/course-booking');
  expect(bookingPath({ tab: 'individual', course: 401, batch: 7 })).toBe(
    '/course-booking?tab=individual&course=401&batch=7',
  );
});

it('the path of Book Online leaves out search parameters of other pages, whatever JSON they contain', () => {
  const address = { package: 3, constructor: { toString: 1, valueOf: 1 }, list: [{}] };
  expect(bookingPath(address as BookingAddress)).toBe('/course-booking?package=3');
});

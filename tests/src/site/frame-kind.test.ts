import { expect, it } from 'vitest';
import { hasCallButton, isAccountPage, isCoursesPage } from '../../../src/site/frame-kind.ts';

it.each([
  '/login',
  '/profile',
  '/courses-compare',
  '/course-booking',
  '/course-booking/details',
  '/course-booking/checkout',
  '/course-booking/checkout/review',
  '/course-booking/checkout/confirmation/LF-2026-000001-1',
  '/grievance-form',
])('the page %s has no button to phone the admissions office', (path) => {
  expect(hasCallButton(path)).toBe(false);
});

it.each(['/courses/pre-sea-courses', '/course-booking/radar-9', '/courses-compare'])(
  'the bottom navigation bar counts the page %s as part of “Courses”',
  (path) => {
    expect(isCoursesPage(path)).toBe(true);
  },
);

it.each(['/', '/course-booking', '/course-booking/details', '/course-booking/receipt/LF-2026-000001'])(
  'the bottom navigation bar does not count the page %s as part of “Courses”',
  (path) => {
    expect(isCoursesPage(path)).toBe(false);
  },
);

it.each(['/register', '/auth/forgot-password', '/login'])(
  'the bottom navigation bar counts the page %s as part of “Me”',
  (path) => {
    expect(isAccountPage(path)).toBe(true);
  },
);

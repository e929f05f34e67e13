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
])('the page %s has no button that calls admissions', (path) => {
  expect(hasCallButton(path)).toBe(false);
});

it.each(['/courses/pre-sea-courses', '/course-booking/radar-9', '/courses-compare'])(
  'the page %s is below Courses in the bottom bar',
  (path) => {
    expect(isCoursesPage(path)).toBe(true);
  },
);

it.each(['/', '/course-booking', '/course-booking/details', '/course-booking/receipt/LF-2026-000001'])(
  'the page %s is not below Courses in the bottom bar',
  (path) => {
    expect(isCoursesPage(path)).toBe(false);
  },
);

it.each(['/register', '/auth/forgot-password', '/login'])('the page %s is below Me in the bottom bar', (path) => {
  expect(isAccountPage(path)).toBe(true);
});

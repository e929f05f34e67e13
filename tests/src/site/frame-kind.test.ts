import { expect, it } from 'vitest';
import { hasCallButton } from '../../../src/site/frame-kind.ts';

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

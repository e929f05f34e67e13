import { describe, expect, it } from 'vitest';
import { coursePath, idFromTitle, isShellPage } from '../../contract/pages.ts';

describe('page addresses', () => {
  it('the address of a course page ends with the course id, which is the part after the last dash', () => {
    expect(coursePath({ id: 401, meta_text: 'personal-survival-techniques' })).toBe(
      '/course-booking/personal-survival-techniques-401',
    );
    expect(idFromTitle('personal-survival-techniques-401')).toBe(401);
    expect(idFromTitle('401')).toBe(401);
  });

  it('idFromTitle returns null if the last part of a course address does not end with a valid id', () => {
    for (const title of ['survival', 'survival-', 'survival-x1', 'survival-1.5', 'survival--0', 'survival-99999999999'])
      expect(idFromTitle(title)).toBeNull();
  });

  it('public pages are rendered on the server, while login, booking and student pages are sent as an empty HTML shell', () => {
    for (const page of ['/', '/courses-list', '/courses/pre-sea-courses', '/course-booking/pst-401'])
      expect(isShellPage(page)).toBe(false);
    for (const page of [
      '/login',
      '/course-booking',
      '/course-booking/',
      '/course-booking/details',
      '/course-booking/checkout/review',
      '/course-booking/checkout/confirmation/LF-2026-000001-1',
      '/course-booking/receipt/LF-2026-000001',
      '/profile',
    ])
      expect(isShellPage(page)).toBe(true);
  });

  it('the empty HTML shell is not sent for an address that is not a page', () => {
    for (const page of [
      '/login/anything',
      '/loginx',
      '/auth/anything',
      '/course-booking/details/anything',
      '/course-booking/receipt',
      '/course-booking/receipt/LF-2026-000001/x',
      '/profile/anything',
    ])
      expect(isShellPage(page)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { coursePath, idFromTitle, isShellPage } from '../../contract/pages.ts';

describe('page addresses', () => {
  it('puts the id last and reads it from the last dash', () => {
    expect(coursePath({ id: 401, meta_text: 'personal-survival-techniques' })).toBe(
      '/course-booking/personal-survival-techniques-401',
    );
    expect(idFromTitle('personal-survival-techniques-401')).toBe(401);
    expect(idFromTitle('401')).toBe(401);
  });

  it('reads no id where there is none', () => {
    for (const title of ['survival', 'survival-', 'survival-x1', 'survival-1.5', 'survival--0', 'survival-99999999999'])
      expect(idFromTitle(title)).toBeNull();
  });

  it('renders public pages on the server and the pages of one student as the shell', () => {
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

  it('leaves what is no page to the server, which says so with its status', () => {
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

import { describe, expect, it } from 'vitest';
import { ownPath } from '../../../src/auth/return-address.ts';

describe('the return address after sign-in', () => {
  it('the address to return to after sign-in may be a path of this site', () => {
    for (const path of ['/course-booking/details', '/course-booking?tab=individual&course=401', '/profile'])
      expect(ownPath.safeParse(path).success).toBe(true);
  });

  it('the address to return to after sign-in is refused if it is empty or could lead to another site', () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ])
      expect(ownPath.safeParse(path).success).toBe(false);
  });
});

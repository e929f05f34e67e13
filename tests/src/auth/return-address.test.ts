import { describe, expect, it } from 'vitest';
import { ownPath } from '../../../src/auth/return-address.ts';

describe('the address to return to after signing in', () => {
  it('is a path of this site', () => {
    for (const path of ['/course-booking/details', '/course-booking?tab=individual&course=401', '/profile'])
      expect(ownPath.safeParse(path).success).toBe(true);
  });

  it('is nothing that a browser reads as another site', () => {
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

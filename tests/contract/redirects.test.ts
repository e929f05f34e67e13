import { expect, it } from 'vitest';
import { legacyPath } from '../../contract/redirects.ts';
import { withinTenSeconds } from '../support/time-limit.ts';

it.each([
  ['/', '/'],
  ['///', '/'],
  ['', '/'],
  ['/About-Us/', '/about-us'],
  ['/a//b//', '/a//b'],
])('the old address %s is looked up as %s', (pathname, path) => {
  expect(legacyPath(pathname)).toBe(path);
});

it('legacyPath looks up an address of 250,000 slashes within ten seconds', () => {
  const slashes = '/'.repeat(250_000);
  expect(withinTenSeconds(() => [legacyPath(`${slashes}x`), legacyPath(slashes)])).toEqual([`${slashes}x`, '/']);
});

import { expect, it } from 'vitest';
import { legacyPath } from '../../contract/redirects.ts';
import { withinTenSeconds } from '../support/time-limit.ts';

it.each([
  ['/', '/'],
  ['///', '/'],
  ['', '/'],
  ['/About-Us/', '/about-us'],
  ['/a//b//', '/a//b'],
])('a redirect for the old address “%s” is looked up under the path “%s”', (pathname, path) => {
  expect(legacyPath(pathname)).toBe(path);
});

it('legacyPath, which normalises an old address before its redirect is looked up, takes at most ten seconds for 250,000 slashes', () => {
  const slashes = '/'.repeat(250_000);
  expect(withinTenSeconds(() => [legacyPath(`${slashes}x`), legacyPath(slashes)])).toEqual([`${slashes}x`, '/']);
});

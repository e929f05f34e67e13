import { expect, it } from 'vitest';
import { sparesData } from '../../contract/low-data.ts';

it.each([
  ['', false, false],
  ['', true, true],
  ['a=1; landfall-low-data=on', false, true],
  ['landfall-low-data=off; a=1', true, false],
  ['not-landfall-low-data=on', false, false],
  ['landfall-low-data=other', true, true],
])('low-data mode is decided by cookies and header: %j with Save-Data %s gives %s', (cookies, isAsked, isSpared) => {
  expect(sparesData(cookies, isAsked)).toBe(isSpared);
});

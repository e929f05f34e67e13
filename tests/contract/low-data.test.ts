import { expect, it } from 'vitest';
import { prefersReducedData, sparesData } from '../../contract/low-data.ts';

it.each([
  ['', false, false],
  ['', true, true],
  ['a=1; landfall-low-data=on', false, true],
  ['landfall-low-data=off; a=1', true, false],
  ['not-landfall-low-data=on', false, false],
  ['landfall-low-data=other', true, true],
  ['landfall-low-data=asked', false, false],
])(
  'with the cookies %j and the browser’s request for less data set to %s, low-data mode is %s',
  (cookies, isAsked, isSpared) => {
    expect(sparesData(cookies, isAsked)).toBe(isSpared);
  },
);

it.each([
  ['a=1; landfall-low-data=asked', true],
  ['landfall-low-data=on', false],
  ['not-landfall-low-data=asked', false],
  ['', false],
])('from the cookies %j, the server reads whether the browser prefers reduced data: %s', (cookies, isAsked) => {
  expect(prefersReducedData(cookies)).toBe(isAsked);
});

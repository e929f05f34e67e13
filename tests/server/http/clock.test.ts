import { expect, it } from 'vitest';
import { today } from '../../../server/http/clock.ts';
import { fakeClock } from '../../support/clock.ts';

it.each([
  ['2026-03-09T18:29:59Z', '2026-03-09'],
  ['2026-03-09T18:30:00Z', '2026-03-10'],
])('at %s it is the day %s in India, where the academy is', (moment, day) => {
  expect(today(fakeClock(Date.parse(moment)))).toBe(day);
});

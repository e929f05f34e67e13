import { expect, it } from 'vitest';
import { offerSeconds } from '../../../server/waiting-lists/offer-time.ts';

const hour = 3600;
const start = Date.parse('2026-04-21T00:00:00+05:30');
const hoursBefore = (hours: number) => start - hours * hour * 1000;

it.each([
  ['two weeks', 14 * 24, 12 * hour],
  ['four days', 96, 12 * hour],
  ['two days', 48, 6 * hour],
  ['twelve hours', 12, 1.5 * hour],
  ['four hours', 4, hour],
  ['half an hour', 0.5, hour / 2],
  ['no time', 0, 0],
])('a seat offered %s before the first day has the right deadline', (_, hours, seconds) => {
  expect(offerSeconds(hoursBefore(hours), ['2026-05-01', '2026-04-21'], 12)).toBe(seconds);
});

import { expect, it } from 'vitest';
import { offerSeconds } from '../../../server/waiting-lists/offer-time.ts';

const hour = 3600;
const start = Date.parse('2026-04-21T00:00:00+05:30');
const hoursBefore = (hours: number) => start - hours * hour * 1000;

it.each([
  ['12 hours if the course begins in two weeks', 14 * 24, 12 * hour],
  ['12 hours if the course begins in four days', 96, 12 * hour],
  ['six hours if the course begins in two days', 48, 6 * hour],
  ['1.5 hours if the course begins in twelve hours', 12, 1.5 * hour],
  ['one hour if the course begins in four hours', 4, hour],
  ['half an hour if the course begins in half an hour', 0.5, hour / 2],
  ['one second if the course begins in half a second', 0.5 / hour, 1],
  ['one second if the course begins now', 0, 1],
])(
  'how long a seat offered to a waiting student stays on offer depends on the start of the course: %s',
  (_, hours, seconds) => {
    expect(offerSeconds(hoursBefore(hours), ['2026-05-01', '2026-04-21'], 12)).toBe(seconds);
  },
);

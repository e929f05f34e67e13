import { expect, it } from 'vitest';
import { asOfText } from '../../../../src/lib/format/as-of-text.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The time at which the data was saved: 21 Nov 2026, 14:05 at the academy, which is 08:35 UTC. */
const at = Date.UTC(2026, 10, 21, 8, 35);

it.each([
  [0, 'as of 14:05, just now'],
  [minute - 1, 'as of 14:05, just now'],
  [minute, 'as of 14:05, 1 minute ago'],
  [59 * minute, 'as of 14:05, 59 minutes ago'],
  [hour, 'as of 14:05, 1 hour ago'],
  // 12 hours later it is the next date at the academy, but hours are shown for less than 24 hours.
  [12 * hour, 'as of 14:05, 12 hours ago'],
  [day - 1, 'as of 14:05, 23 hours ago'],
  [day, 'as of 14:05, 1 day ago'],
  // 35 hours later it is 01:05 and the date has changed twice. Dates are counted, not periods of 24 hours.
  [35 * hour, 'as of 14:05, 2 days ago'],
  [3 * day, 'as of 14:05, 3 days ago'],
  [30 * day, 'as of 14:05, 30 days ago'],
  [30 * day + 1, 'as of 21 Nov 2026, 14:05'],
  [-minute, 'as of 21 Nov 2026, 14:05'],
])('data saved %i ms ago is labelled %s', (age, text) => {
  expect(asOfText(at, at + age)).toBe(text);
});

it('the time in the label of saved data is that of India, whatever the time zone of the device', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  expect(asOfText(at, at + 3 * day)).toBe('as of 14:05, 3 days ago');
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

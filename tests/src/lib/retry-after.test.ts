import { expect, it } from 'vitest';
import { retryAfterOf } from '../../../src/lib/retry-after.ts';

const date = 'Tue, 24 Nov 2026 10:00:00 GMT';

it.each<[string, Record<string, string>, number]>([
  ['of 20 seconds is read as a pause of 20 seconds', { 'retry-after': '20' }, 20_000],
  [
    'with a date is read as the time from the Date header to that date',
    { 'retry-after': 'Tue, 24 Nov 2026 10:00:30 GMT', date },
    30_000,
  ],
  ['with a date in the past is read as no pause', { 'retry-after': 'Tue, 24 Nov 2026 09:59:30 GMT', date }, 0],
  ['of one day is read as a pause of five minutes, the maximum', { 'retry-after': '86400' }, 300_000],
  [
    'with a date weeks ahead is read as a pause of five minutes, the maximum',
    { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT', date },
    300_000,
  ],
  ['that is missing is read as no pause', {}, 0],
  ['with an empty value is read as no pause', { 'retry-after': ' ' }, 0],
  ['with neither a number nor a date is read as no pause', { 'retry-after': 'soon' }, 0],
  ['with a negative number is read as no pause', { 'retry-after': '-5' }, 0],
])(
  'the pause that a Retry-After header asks for is at most five minutes and never negative: a header %s',
  (_, headers, pause) => {
    expect(retryAfterOf(new Headers(headers))).toBe(pause);
  },
);

it('a Retry-After header with a date is compared with the device’s clock if the response has no Date header', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const pause = retryAfterOf(new Headers({ 'retry-after': inAMinute }));
  expect(pause).toBeGreaterThan(50_000);
  expect(pause).toBeLessThanOrEqual(60_000);
});

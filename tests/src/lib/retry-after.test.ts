import { expect, it } from 'vitest';
import { retryAfterOf } from '../../../src/lib/retry-after.ts';

const date = 'Tue, 24 Nov 2026 10:00:00 GMT';

it.each<[string, Record<string, string>, number]>([
  ['seconds', { 'retry-after': '20' }, 20_000],
  ['a date, compared with the clock of the server', { 'retry-after': 'Tue, 24 Nov 2026 10:00:30 GMT', date }, 30_000],
  ['a date that has passed', { 'retry-after': 'Tue, 24 Nov 2026 09:59:30 GMT', date }, 0],
  ['a day, of which five minutes count', { 'retry-after': '86400' }, 300_000],
  ['a far date, of which five minutes count', { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT', date }, 300_000],
  ['nothing', {}, 0],
  ['an empty value', { 'retry-after': ' ' }, 0],
  ['no number and no date', { 'retry-after': 'soon' }, 0],
  ['a negative number', { 'retry-after': '-5' }, 0],
])('the pause of a Retry-After header with %s is read', (_, headers, pause) => {
  expect(retryAfterOf(new Headers(headers))).toBe(pause);
});

it('a Retry-After header with a date is understood even if the response has no Date header', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const pause = retryAfterOf(new Headers({ 'retry-after': inAMinute }));
  expect(pause).toBeGreaterThan(50_000);
  expect(pause).toBeLessThanOrEqual(60_000);
});

import { describe, expect, it } from 'vitest';
import { addDays, compareDays, lastDay } from '../../contract/days.ts';

describe('the last day of a batch', () => {
  it.each([
    ['2026-06-01', 3, 'day', '2026-06-03'],
    ['2026-06-01', 1, 'day', '2026-06-01'],
    ['2026-06-01', 0.5, 'day', '2026-06-01'],
    ['2026-06-01', 2.5, 'day', '2026-06-03'],
    ['2026-06-01', 2, 'week', '2026-06-14'],
    ['2026-06-01', 6, 'month', '2026-11-30'],
    ['2026-01-31', 1, 'month', '2026-02-27'],
    ['2028-02-29', 1, 'year', '2029-02-27'],
    ['2026-08-01', 4, 'year', '2030-07-31'],
  ] as const)('a batch that starts on %s and lasts %s (unit: %s) ends on %s', (start, duration, duration_unit, end) => {
    expect(lastDay(start, { duration, duration_unit })).toBe(end);
  });

  it('addDays crosses the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('compareDays sorts days from the earliest to the latest and treats equal days as equal', () => {
    const days = ['2027-01-01', '2026-12-31', '2026-02-03'];
    expect(days.toSorted(compareDays)).toEqual(['2026-02-03', '2026-12-31', '2027-01-01']);
    expect(compareDays('2026-12-31', '2026-12-31')).toBe(0);
  });
});

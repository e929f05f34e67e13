import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  academyDay,
  formatDay,
  formatDays,
  formatDuration,
  formatInstant,
  formatPrice,
  formatTotal,
} from '../../../../src/lib/format/format.ts';

describe('formats of prices, dates and durations', () => {
  it('prices are shown without decimals and totals with two, both with Indian digit grouping', () => {
    expect(formatPrice(385000)).toBe('₹3,85,000');
    expect(formatPrice(2596.4)).toBe('₹2,596');
    expect(formatTotal(12500.5)).toBe('₹12,500.50');
    expect(formatTotal(-120.5)).toBe('-₹120.50');
  });

  it('any amount in whole paise is formatted as Intl.NumberFormat formats it for India', () => {
    const currency = { style: 'currency', currency: 'INR' } as const;
    const whole = new Intl.NumberFormat('en-IN', { ...currency, maximumFractionDigits: 0 });
    const exact = new Intl.NumberFormat('en-IN', currency);
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (paise) => {
        expect([formatPrice(paise / 100), formatTotal(paise / 100)]).toEqual([
          whole.format(paise / 100),
          exact.format(paise / 100),
        ]);
      }),
    );
  });

  it('dates are shown as day, short month and year, the same in every browser', () => {
    expect(formatDay('2027-09-03')).toBe('3 Sep 2027');
    expect(formatDays('2026-12-08', '2027-01-09')).toBe('8 Dec 2026 – 9 Jan 2027');
    expect(formatDays('2026-11-26', '2026-11-26')).toBe('26 Nov 2026');
  });

  it('dates with a time are shown in the time zone Asia/Kolkata on every device', () => {
    expect(formatInstant('2026-11-20T20:05:00Z')).toBe('21 Nov 2026, 01:35');
  });

  it('academyDay returns the date in Asia/Kolkata, which changes at midnight in India', () => {
    expect(academyDay(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20');
    expect(academyDay(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21');
  });

  it('durations are shown in the singular for one unit, such as 1 day, and in the plural otherwise', () => {
    expect([formatDuration(1, 'day'), formatDuration(2, 'day'), formatDuration(2.5, 'month')]).toEqual([
      '1 day',
      '2 days',
      '2.5 months',
    ]);
  });
});

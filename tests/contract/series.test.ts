import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AcademyCalendar } from '../../contract/academy-calendar.ts';
import { addDays, type CourseLength, daysBetween, weekdayOf, weekdays } from '../../contract/days.ts';
import { checkSeries, expandSeries, seriesFields } from '../../contract/series.ts';

const seriesSchema = z.object(seriesFields).superRefine(checkSeries);
type Series = z.infer<typeof seriesSchema>;

const threeDays: CourseLength = { duration: 3, duration_unit: 'day' };
const everyDay = new AcademyCalendar();

const starts = (series: Series, length = threeDays, calendar = everyDay) =>
  expandSeries(series, length, calendar).batches.map(({ start_date }) => start_date);

const faultsOf = (series: object) =>
  seriesSchema.safeParse(series).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const mondays: Series = { from: '2027-01-01', until: '2027-02-28', every: 2, unit: 'week', on: ['monday'] };

describe('the dates of a series', () => {
  it('a series of batches on every second Monday counts its weeks from the week in which the series begins', () => {
    expect(starts(mondays)).toEqual(['2027-01-11', '2027-01-25', '2027-02-08', '2027-02-22']);
    expect(starts({ ...mondays, from: '2027-01-04' })).toEqual([
      '2027-01-04',
      '2027-01-18',
      '2027-02-01',
      '2027-02-15',
    ]);
  });

  it.each([
    ['first monday', ['2027-01-04', '2027-02-01', '2027-03-01']],
    ['fourth thursday', ['2027-01-28', '2027-02-25', '2027-03-25']],
    ['last friday', ['2027-01-29', '2027-02-26', '2027-03-26']],
    ['last sunday', ['2027-01-31', '2027-02-28', '2027-03-28']],
    ['day 15', ['2027-01-15', '2027-02-15', '2027-03-15']],
    ['last day', ['2027-01-31', '2027-02-28', '2027-03-31']],
  ])('a monthly series of batches on the %s starts its batches on %j', (on, expected) => {
    expect(starts({ from: '2027-01-01', until: '2027-03-31', every: 1, unit: 'month', on: [on] })).toEqual(expected);
  });

  it('a batch that would start on a day off is left out with the reason, or postponed to a teaching day if its series says so', () => {
    const calendar = new AcademyCalendar({
      weekly_off: ['sunday'],
      holidays: [
        { date: '2027-01-25', name: 'Founders’ Day' },
        { date: '2027-01-26', name: 'Republic Day' },
      ],
      breaks: [{ name: 'Refit', start_date: '2027-02-08', end_date: '2027-02-20' }],
    });
    expect(expandSeries(mondays, threeDays, calendar)).toEqual({
      batches: [
        { planned_date: '2027-01-11', start_date: '2027-01-11', end_date: '2027-01-13' },
        { planned_date: '2027-02-22', start_date: '2027-02-22', end_date: '2027-02-24' },
      ],
      leftOut: [
        { planned_date: '2027-01-25', reason: 'Founders’ Day' },
        { planned_date: '2027-02-08', reason: 'Refit' },
      ],
    });
    expect(starts({ ...mondays, if_off: 'postpone' }, threeDays, calendar)).toEqual([
      '2027-01-11',
      '2027-01-27',
      '2027-02-22',
    ]);
  });

  it('a batch of a series that would be postponed beyond the last day of the series is left out', () => {
    const calendar = new AcademyCalendar({
      weekly_off: ['sunday'],
      holidays: [{ date: '2027-01-30', name: 'Founders’ Day' }],
      breaks: [],
    });
    const january = { from: '2027-01-01', until: '2027-01-31' };
    const series: Series = { ...january, every: 1, unit: 'month', on: ['last saturday'], if_off: 'postpone' };
    expect(expandSeries(series, threeDays, calendar)).toEqual({
      batches: [],
      leftOut: [{ planned_date: '2027-01-30', reason: 'Founders’ Day' }],
    });
    expect(starts({ ...series, until: '2027-02-01' }, threeDays, calendar)).toEqual(['2027-02-01']);
  });

  it('a series of batches leaves out a three-day batch that would run into a break of the academy, but not a six-month batch', () => {
    const calendar = new AcademyCalendar({
      weekly_off: [],
      holidays: [],
      breaks: [{ name: 'Monsoon', start_date: '2027-01-26', end_date: '2027-01-31' }],
    });
    expect(expandSeries(mondays, threeDays, calendar).leftOut).toEqual([
      { planned_date: '2027-01-25', reason: 'Monsoon' },
    ]);
    expect(starts(mondays, { duration: 6, duration_unit: 'month' }, calendar)).toContain('2027-01-25');
  });

  it.each([
    [{ from: '2027-02-30' }, 'from: is not a day of the calendar; write an existing one like 2027-02-28'],
    [{ until: '2026-12-31' }, 'until: is before from; a series ends on or after its first day'],
    [{ until: '2040-01-01' }, 'until: is more than five years after from; make two series'],
    [{ on: ['first monday'] }, 'on.0: must be a weekday such as monday'],
    [
      { unit: 'month', on: ['day 30'] },
      "on.0: must be like 'first monday', 'last friday', 'day 15' (at most 28) or 'last day'",
    ],
    [{ on: ['sunday'], until: '2027-01-02' }, 'on: no batch starts on such a day between from and until'],
    [{ except: ['2027-01-12'] }, 'except.0: no batch of this series would start on 2027-01-12'],
    [{ every: 0 }, 'every: Too small: expected number to be >=1'],
  ])('a series of batches with the faulty settings %j is refused with the message: %s', (change, fault) => {
    expect(faultsOf({ ...mondays, ...change })).toContain(fault);
  });
});

const day = fc.integer({ min: 0, max: 3_000 }).map((ahead) => addDays('2025-01-01', ahead));
const weekday = fc.constantFrom(...weekdays);
const onMonth = fc.oneof(
  fc.tuple(fc.constantFrom('first', 'second', 'third', 'fourth', 'last'), weekday).map((words) => words.join(' ')),
  fc.integer({ min: 1, max: 28 }).map((n) => `day ${n}`),
  fc.constant('last day'),
);
const anySeries: fc.Arbitrary<Series> = fc
  .record({
    from: day,
    length: fc.integer({ min: 0, max: 700 }),
    every: fc.integer({ min: 1, max: 6 }),
    if_off: fc.constantFrom('skip' as const, 'postpone' as const),
    rule: fc.oneof(
      fc.record({ unit: fc.constant('week' as const), on: fc.uniqueArray(weekday, { minLength: 1 }) }),
      fc.record({ unit: fc.constant('month' as const), on: fc.uniqueArray(onMonth, { minLength: 1, maxLength: 4 }) }),
    ),
  })
  .map(({ length, rule, ...rest }) => ({ ...rest, ...rule, until: addDays(rest.from, length) }));
const anyLength: fc.Arbitrary<CourseLength> = fc.record({
  duration: fc.integer({ min: 1, max: 20 }),
  duration_unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
});
const anyCalendar = fc
  .record({
    weekly_off: fc.uniqueArray(weekday, { maxLength: 3 }),
    holidays: fc.array(
      day.map((date) => ({ date, name: 'Holiday' })),
      { maxLength: 60 },
    ),
    breaks: fc.array(
      fc
        .tuple(day, fc.integer({ min: 0, max: 40 }))
        .map(([start_date, days]) => ({ name: 'Break', start_date, end_date: addDays(start_date, days) })),
      { maxLength: 5 },
    ),
  })
  .map((daysOff) => new AcademyCalendar(daysOff));

describe('any series', () => {
  it('in any series of batches, each batch starts later than the one before, on a day with lessons, and is as long as the course', () => {
    fc.assert(
      fc.property(anySeries, anyLength, anyCalendar, (series, length, calendar) => {
        const { batches } = expandSeries(series, length, calendar);
        for (const [index, { planned_date, start_date, end_date }] of batches.entries()) {
          expect(calendar.reasonOff(start_date)).toBeNull();
          expect(planned_date >= series.from && start_date <= series.until).toBe(true);
          expect(daysBetween(planned_date, start_date)).toBeLessThanOrEqual(series.if_off === 'postpone' ? 6 : 0);
          expect(start_date > (batches[index - 1]?.start_date ?? '')).toBe(true);
          expect(calendar.lengthFault(start_date, end_date, length)).toBeNull();
          if (length.duration_unit !== 'month') expect(calendar.breakOf(start_date, end_date)).toBeNull();
        }
      }),
    );
  });

  it('every planned day of a series is listed once, either as a batch or as left out, and an excluded day is left out', () => {
    fc.assert(
      fc.property(anySeries, anyLength, anyCalendar, fc.nat(), (series, length, calendar, pick) => {
        const { batches, leftOut } = expandSeries(series, length, everyDay);
        const inCalendar = expandSeries(series, length, calendar);
        const daysOf = (result: typeof inCalendar) =>
          [...result.batches, ...result.leftOut].map(({ planned_date }) => planned_date).sort();
        expect(leftOut).toEqual([]);
        expect(daysOf(inCalendar)).toEqual(batches.map(({ planned_date }) => planned_date));
        const exception = batches[pick % Math.max(1, batches.length)]?.planned_date;
        if (!exception) return;
        const without = expandSeries({ ...series, except: [exception] }, length, everyDay);
        expect(without.leftOut).toEqual([{ planned_date: exception, reason: 'exception' }]);
        expect(without.batches).toEqual(batches.filter(({ planned_date }) => planned_date !== exception));
      }),
    );
  });

  it('in any series that repeats every n weeks, each batch is followed by one exactly n weeks later, until the series ends', () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        fc.pre(series.unit === 'week');
        const days = starts(series);
        const all = new Set(days);
        for (const start of days) {
          expect(series.on).toContain(weekdayOf(start));
          const next = addDays(start, 7 * series.every);
          if (next <= series.until) expect(all).toContain(next);
        }
      }),
    );
  });
});

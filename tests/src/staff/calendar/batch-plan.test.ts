import { describe, expect, it } from 'vitest';
import { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import {
  type BatchPlan,
  type Corrections,
  emptyPlan,
  planBatches,
  planSchema,
  toNewBatches,
} from '../../../../src/staff/calendar/new-batches/batch-plan.ts';

const calendar = new AcademyCalendar({
  weekly_off: ['sunday'],
  holidays: [{ date: '2027-01-18', name: 'Harvest' }],
  breaks: [{ name: 'Monsoon', start_date: '2027-07-01', end_date: '2027-07-18' }],
});
const rules = { length: { duration: 3, duration_unit: 'day' as const }, calendar, today: '2026-12-01' };
const mondays: BatchPlan = {
  ...{ ...emptyPlan, course_id: '101', repeat: 'week', from: '2027-01-04', until: '2027-01-31', capacity: 24 },
  weekdays: ['monday'],
};
const plan = (change: Partial<BatchPlan> = {}, corrections: Corrections = {}) =>
  planBatches({ ...mondays, ...change }, corrections, rules);
const faultsOf = (change: Partial<BatchPlan>) => {
  const parsed = planSchema.safeParse({ ...mondays, reason: 'calendar of 2027', ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the plan of new batches', () => {
  it('the last day of a planned course batch is computed from the course’s length, without counting days off', () => {
    expect(plan({ repeat: 'once', from: '2027-01-16' })).toMatchObject([
      { start_date: '2027-01-16', end_date: '2027-01-20', leftOut: null, fault: null },
    ]);
  });

  it('in a planned series of course batches, a batch that would start on a day off is left out or, if staff choose so, postponed', () => {
    expect(plan().map(({ key, leftOut }) => leftOut ?? key)).toEqual([
      ...['2027-01-04', '2027-01-11', 'Harvest', '2027-01-25'],
    ]);
    expect(plan({ if_off: 'postpone' })[2]).toMatchObject({
      key: '2027-01-18',
      start_date: '2027-01-19',
      leftOut: null,
    });
  });

  it('the batches of a planned monthly series start on the chosen days of the month', () => {
    const days = plan({ repeat: 'month', month_days: ['first monday', 'last day'], until: '2027-02-28' });
    expect(days.map(({ key }) => key)).toEqual(['2027-01-04', '2027-01-31', '2027-02-01', '2027-02-28']);
  });

  it('a planned course batch that starts on a day off or runs into a break has a warning', () => {
    const [, , harvest] = plan({}, { '2027-01-18': { takes_place: true } });
    expect(harvest).toMatchObject({ leftOut: null, warnings: ['Starts on a day off: Harvest'] });
    const [monsoon] = plan({ repeat: 'once', from: '2027-06-29' });
    expect(monsoon).toMatchObject({ warnings: ['Runs into a break: Monsoon'] });
  });

  it('changing the first day of a planned course batch also moves its last day', () => {
    const rows = plan({}, { '2027-01-04': { start_date: '2027-01-05' }, '2027-01-14': { is_extra: true } });
    expect(rows.slice(0, 3).map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ['2027-01-05', '2027-01-07'],
      ['2027-01-11', '2027-01-13'],
      ['2027-01-14', '2027-01-16'],
    ]);
  });

  it('a planned course batch with too many days for its course has an error until staff accept the dates', () => {
    const end_date = '2027-01-08';
    const [first] = plan({}, { '2027-01-04': { end_date } });
    expect(first).toMatchObject({ isAcceptable: true });
    expect(first?.fault).toMatch(/makes 5 days, but the course takes 3 days/);
    const accepted = plan({}, { '2027-01-04': { end_date, ignores_length: true } });
    expect(accepted[0]?.fault).toBeNull();
    expect(toNewBatches(mondays, accepted)[0]).toMatchObject({ end_date, ignores_length: true });
    expect(plan({}, { '2027-01-04': { end_date: '2027-01-01' } })[0]).toMatchObject({ isAcceptable: false });
    expect(plan({}, { '2027-01-04': { end_date: '' } })[0]?.fault).toBe('Enter the first and the last day');
  });

  it('the plan of new batches leaves out a date that is today or earlier, even if staff add the date', () => {
    const [past] = plan({ repeat: 'once', from: '2026-12-01' }, { '2026-12-01': { takes_place: true } });
    expect(past).toMatchObject({ isPast: true, leftOut: 'not in the future' });
  });

  it('no course batches are planned from an incomplete form or for more than five years', () => {
    for (const change of [{ from: '' }, { until: '' }, { every: '' }, { weekdays: [] }, { until: '2033-01-01' }])
      expect(plan(change)).toEqual([]);
  });

  it('the form for new course batches has an error for each missing or invalid field', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ until: '2026-01-01' })).toEqual(['until: Not before the first day']);
    expect(faultsOf({ until: '2033-01-01' })).toEqual(['until: At most five years after the first day']);
    expect(faultsOf({ weekdays: [] })).toEqual(['weekdays: Choose at least one weekday']);
    expect(faultsOf({ repeat: 'month' })).toEqual(['month_days: Choose at least one day']);
    expect(faultsOf({ office_seats: 25 })).toEqual(['office_seats: Not more than all seats']);
    expect(faultsOf({ start_time: '09:00' })).toEqual(['end_time: Enter when the lessons end']);
    expect(faultsOf({ start_time: '09:00', end_time: '08:00' })).toEqual([
      'end_time: The lessons end after they start',
    ]);
    expect(faultsOf({ repeat: 'once', until: '', weekdays: [] })).toEqual([]);
  });
});

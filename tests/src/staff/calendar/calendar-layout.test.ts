import { describe, expect, it } from 'vitest';
import type { CalendarBatch } from '../../../../contract/staff/batches.ts';
import { layOutWeek, mondaysOf, shownDays, stepDay } from '../../../../src/staff/calendar/calendar-layout.ts';

const batch = (id: number, start_date: string, end_date: string): CalendarBatch => ({
  ...{ id, course_id: 101, course_name: 'Fire Fighting', start_date, end_date, state: 'open', times: null },
  ...{
    venue: null,
    instructor: null,
    capacity: 24,
    booked: 0,
    held: 0,
    has_many_holds: false,
    office: 0,
    free: 24,
    clashes: [],
  },
});
const placed = (batches: CalendarBatch[], monday: string) =>
  layOutWeek(batches, monday).map(({ batch: { id }, column, span, row }) => [id, column, span, row]);

describe('the grid of the calendar', () => {
  it('the month view of the staff calendar covers whole weeks, and the list view only the days of the month', () => {
    expect(shownDays('month', '2027-01-15')).toEqual({ from: '2026-12-28', to: '2027-01-31' });
    expect(shownDays('list', '2027-01-15')).toEqual({ from: '2027-01-01', to: '2027-01-31' });
    expect(shownDays('week', '2027-01-15')).toEqual({ from: '2027-01-11', to: '2027-01-17' });
    expect(mondaysOf(shownDays('month', '2027-02-10'))).toEqual([
      ...['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'],
    ]);
  });

  it('going to the next month from 31 January in the staff calendar shows February and not March', () => {
    expect(stepDay('month', '2027-01-31', 1)).toBe('2027-02-01');
    expect(stepDay('week', '2027-01-01', -1)).toBe('2026-12-25');
  });

  it('the staff calendar draws overlapping course batches in different rows', () => {
    const batches = [
      ...[batch(1, '2027-01-11', '2027-01-13'), batch(2, '2027-01-13', '2027-01-15')],
      batch(3, '2027-01-14', '2027-01-14'),
    ];
    expect(placed(batches, '2027-01-11')).toEqual([
      [1, 1, 3, 1],
      [2, 3, 3, 2],
      [3, 4, 1, 1],
    ]);
  });

  it('in the staff calendar, a course batch that spans a weekend has a bar in both weeks', () => {
    const batches = [batch(1, '2027-01-15', '2027-01-19')];
    expect(placed(batches, '2027-01-11')).toEqual([[1, 5, 3, 1]]);
    expect(placed(batches, '2027-01-18')).toEqual([[1, 1, 2, 1]]);
    expect(placed(batches, '2027-01-25')).toEqual([]);
  });

  it('the staff calendar draws only the first day of a course batch that lasts almost a year', () => {
    const batches = [batch(1, '2027-01-12', '2027-12-31')];
    expect(placed(batches, '2027-01-11')).toEqual([[1, 2, 1, 1]]);
    expect(placed(batches, '2027-01-18')).toEqual([]);
  });
});

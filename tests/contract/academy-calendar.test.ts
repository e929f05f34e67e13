import { describe, expect, it } from 'vitest';
import { AcademyCalendar } from '../../contract/academy-calendar.ts';

const calendar = new AcademyCalendar({
  weekly_off: ['sunday'],
  holidays: [{ date: '2027-01-26', name: 'Republic Day' }],
  breaks: [{ name: 'Monsoon', start_date: '2027-07-01', end_date: '2027-07-10' }],
});

describe('the academy’s calendar', () => {
  it('days off of the academy postpone the end of a course whose duration is in days, but not of a course whose duration is in weeks', () => {
    const five = { duration: 5, duration_unit: 'day' } as const;
    expect(calendar.lastDay('2027-01-04', five)).toBe('2027-01-08');
    expect(calendar.lastDay('2027-01-25', five)).toBe('2027-01-30');
    expect(calendar.lastDay('2027-01-28', five)).toBe('2027-02-02');
    expect(calendar.lastDay('2027-01-04', { duration: 2, duration_unit: 'week' })).toBe('2027-01-17');
  });

  it.each([
    ['2027-01-25', '2027-01-29', 5, 'day', null],
    ['2027-01-25', '2027-01-30', 5, 'day', null],
    [
      '2027-01-25',
      '2027-01-31',
      5,
      'day',
      'makes 7 days, but the course takes 5 days; it would end on 2027-01-29, or 2027-01-30 without the days off',
    ],
    ['2027-01-04', '2027-01-05', 3, 'day', 'makes 2 days, but the course takes 3 days; it would end on 2027-01-06'],
    ['2027-01-04', '2027-01-15', 2, 'week', null],
    ['2027-01-04', '2027-01-14', 2, 'week', 'makes 11 days, but the course takes 2 weeks; it would end on 2027-01-17'],
    ['2027-08-01', '2030-07-28', 3, 'year', null],
    ['2027-08-01', '2029-07-31', 3, 'year', 'makes 731 days, but the course takes 3 years; it would end on 2030-07-31'],
  ] as const)(
    'a batch from %s to %s whose course takes %s (unit: %s) has this fault in its length (null if none): %s',
    (start, end, duration, duration_unit, fault) => {
      expect(calendar.lengthFault(start, end, { duration, duration_unit })).toBe(fault);
    },
  );

  it.each([
    ['2027-01-03', '2027-01-06', 3, 'day', ['Starts on a day off: Sunday']],
    ['2027-01-22', '2027-01-24', 3, 'day', ['Ends on a day off: Sunday']],
    ['2027-06-30', '2027-07-13', 3, 'day', ['Runs into a break: Monsoon']],
    ['2027-01-11', '2027-01-24', 2, 'week', []],
    ['2027-01-13', '2027-01-26', 2, 'week', []],
    ['2027-01-14', '2027-01-26', 2, 'week', ['Ends on a day off: Republic Day']],
    ['2027-06-01', '2027-08-31', 3, 'month', []],
  ] as const)(
    'a batch from %s to %s whose course takes %s (unit: %s) gets these warnings about days off: %j',
    (start, end, duration, unit, warnings) => {
      expect(calendar.dayOffWarnings(start, end, { duration, duration_unit: unit })).toEqual(warnings);
    },
  );

  it('the calendar gives the reason why there are no lessons on a day: a holiday, a break or the weekly day off', () => {
    expect(['2027-01-26', '2027-07-04', '2027-01-03', '2027-01-04'].map((day) => calendar.reasonOff(day))).toEqual([
      'Republic Day',
      'Monsoon',
      'Sunday',
      null,
    ]);
  });
});

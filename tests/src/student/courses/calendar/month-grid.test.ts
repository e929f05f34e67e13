import { describe, expect, it } from 'vitest';
import {
  addMonths,
  coursesIn,
  monthGrid,
  nameMonth,
  nearestMonth,
} from '../../../../../src/student/courses/calendar/month-grid.ts';

const course = (id: number, start_date: string, end_date: string) => ({ id, start_date, end_date });
const fire = course(1, '2026-11-30', '2026-12-08');
const radar = course(2, '2026-12-02', '2026-12-03');
const aid = course(3, '2026-12-04', '2026-12-04');

/**
 * The rows of each day of a week, from the top: `1>` is the first day of course 1, `1` a later day, `1|` its last day.
 */
function weekOf(courses: readonly (typeof fire)[], monday: string): string[][] {
  const week = monthGrid(courses, '2026-12').find(([first]) => first?.day === monday) ?? [];
  return week.map(({ rows }) =>
    rows.map(({ bar }) => (bar ? `${bar.course.id}${bar.isFirst ? '>' : ''}${bar.isLast ? '|' : ''}` : '')),
  );
}

describe('the month grid of the calendar', () => {
  it('the grid of a calendar month consists of whole weeks from Monday to Sunday', () => {
    const weeks = monthGrid([], '2026-12');
    expect(weeks.map((week) => [week.length, week[0]?.day, week[6]?.day])).toEqual([
      [7, '2026-11-30', '2026-12-06'],
      [7, '2026-12-07', '2026-12-13'],
      [7, '2026-12-14', '2026-12-20'],
      [7, '2026-12-21', '2026-12-27'],
      [7, '2026-12-28', '2027-01-03'],
    ]);
    expect(weeks.flat().filter(({ isInMonth }) => isInMonth)).toHaveLength(31);
  });

  it.each([
    ['2026-02', 28, 5],
    ['2027-02', 28, 4],
    ['2028-02', 29, 5],
  ])('the calendar’s month grid for %s has %i days of that month in %i whole weeks', (month, days, count) => {
    const weeks = monthGrid([], month);
    expect(weeks).toHaveLength(count);
    expect(weeks.flat().filter(({ isInMonth }) => isInMonth)).toHaveLength(days);
  });

  it('in a week of the calendar’s month grid, overlapping courses are shown in different rows', () => {
    expect(weekOf([radar, fire, aid], '2026-11-30')).toEqual([
      ['1>', ''],
      ['1', ''],
      ['1', '2>'],
      ['1', '2|'],
      ['1', '3>|'],
      ['1', ''],
      ['1', ''],
    ]);
    expect(weekOf([radar, fire, aid], '2026-12-07')).toEqual([['1'], ['1|'], [''], [''], [''], [''], ['']]);
  });

  it('in the calendar’s month grid, the bar of a nine-day course in its second week begins with the eighth day of the course', () => {
    const [, week] = monthGrid([fire], '2026-12');
    const bar = week?.[0]?.rows[0]?.bar;
    expect(bar).toMatchObject({ day: 8, days: 9, span: 2, isFirst: false });
    expect(week?.[1]?.rows[0]?.bar).toMatchObject({ day: 9, span: 0, isLast: true });
  });

  it('coursesIn returns the courses that take place at least partly in a month', () => {
    expect(coursesIn([radar, fire], '2026-11').map(({ id }) => id)).toEqual([1]);
    expect(coursesIn([radar, fire], '2026-12').map(({ id }) => id)).toEqual([1, 2]);
    expect(coursesIn([radar, fire], '2027-01')).toEqual([]);
  });

  it('addMonths adds or subtracts months, nameMonth writes a month as “December 2026”, and nearestMonth finds the closest with a course', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(nameMonth('2026-12')).toBe('December 2026');
    expect(nearestMonth([radar, fire], '2026-10')).toBe('2026-11');
    expect(nearestMonth([radar, fire], '2027-05')).toBe('2026-12');
    expect(nearestMonth([], '2027-05')).toBeNull();
  });
});

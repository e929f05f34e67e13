import { addDays, addMonths, daysBetween, weekdayOf, weekdays } from '../../../contract/days.ts';
import type { CalendarBatch } from '../../../contract/staff/batches.ts';

export const calendarViews = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/**
 * Batches of more than this many days, such as those of a course of several years, would fill every week of the grid.
 * The grid therefore draws only their first day.
 */
const longestBar = 35;

const mondayOf = (day: string) => addDays(day, -weekdays.indexOf(weekdayOf(day)));
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/**
 * The first and the last day that a view shows: those of the week or month of `day`. In the grid, a month is extended
 * to whole weeks.
 */
export function shownDays(view: CalendarView, day: string): { from: string; to: string } {
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 6) };
  const first = firstOfMonth(day);
  const last = addDays(addMonths(first, 1), -1);
  return view === 'list' ? { from: first, to: last } : { from: mondayOf(first), to: addDays(mondayOf(last), 6) };
}

/** The day to open for the previous (-1) or next (1) week or month: the same weekday, or the first day of the month. */
export const stepDay = (view: CalendarView, day: string, step: 1 | -1): string =>
  view === 'week' ? addDays(day, 7 * step) : addMonths(firstOfMonth(day), step);

/** The Mondays of a range of days that starts on a Monday. */
export function mondaysOf({ from, to }: { from: string; to: string }): string[] {
  const mondays: string[] = [];
  for (let monday = from; monday <= to; monday = addDays(monday, 7)) mondays.push(monday);
  return mondays;
}

/** A batch that is too long to be drawn in full: the grid shows only its first day. */
export const isLong = ({ start_date, end_date }: CalendarBatch): boolean =>
  daysBetween(start_date, end_date) >= longestBar;

/**
 * The bar of a batch within one week of the grid: its first column, its number of columns (`span`) and its row. Columns
 * and rows are counted from 1. `isStart`, `isEnd`: whether the first and the last day of the batch are in this week.
 */
export type Bar = { batch: CalendarBatch; column: number; span: number; row: number; isStart: boolean; isEnd: boolean };

/**
 * Places the bars of one week so that none covers another. Batches that start earlier are placed first. If two batches
 * have the same first day, the longer one is placed first.
 */
export function layOutWeek(batches: readonly CalendarBatch[], monday: string): Bar[] {
  const sunday = addDays(monday, 6);
  const lastDayOf = (batch: CalendarBatch) => (isLong(batch) ? batch.start_date : batch.end_date);
  const shown = batches
    .filter((batch) => batch.start_date <= sunday && lastDayOf(batch) >= monday)
    .sort((a, b) => a.start_date.localeCompare(b.start_date) || b.end_date.localeCompare(a.end_date) || a.id - b.id);
  // For each row of bars, its last occupied column.
  const taken: number[] = [];
  return shown.map((batch) => {
    const isStart = batch.start_date >= monday;
    const column = isStart ? daysBetween(monday, batch.start_date) + 1 : 1;
    const last = lastDayOf(batch) > sunday ? 7 : daysBetween(monday, lastDayOf(batch)) + 1;
    const free = taken.findIndex((used) => used < column);
    const row = free === -1 ? taken.length : free;
    taken[row] = last;
    const isEnd = batch.end_date <= sunday;
    return { batch, column, span: last - column + 1, row: row + 1, isStart, isEnd };
  });
}

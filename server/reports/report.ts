import { type RawBuilder, sql } from 'kysely';
import { csvLine } from '../../contract/csv-line.ts';
import type { Report, ReportColumn } from '../../contract/staff/reports.ts';

/**
 * The first and the last day of a report, both included, and the rate of GST (a tax) in percent, which only the GST
 * report uses.
 */
export type Period = { from: string; to: string; gst_rate: number };

/** A row as the database returns it, with amounts of money in paise. */
export type Row = Record<string, string | number>;

/**
 * A column, and the key of its values in the rows. `share`: the column shows the value with the first key as a
 * percentage of the value with the second key. `total`: if it is `last`, the row of totals shows the last value of
 * the column instead of the sum.
 */
export type Column = Pick<ReportColumn, 'label' | 'unit'> & {
  key: string;
  isPlotted?: boolean;
  total?: 'last';
  share?: readonly [part: string, whole: string];
};

const academyTimeZone = sql`at time zone 'Asia/Kolkata'`;

/** An SQL condition: the time in `column` is in the period of the report. */
export const isWithin = (column: RawBuilder<unknown>, { from, to }: Period) => sql`
  ${column} >= ${from}::date::timestamp ${academyTimeZone} and ${column} < (${to}::date + 1)::timestamp ${academyTimeZone}`;

/** SQL for the month of the time in `column`, in the academy's time zone. */
export const monthOf = (column: RawBuilder<unknown>) => sql`to_char(${column} ${academyTimeZone}, 'YYYY-MM')`;

/** SQL for the months of a period: a table with the column `month`. */
export const monthsOf = ({ from, to }: Period) => sql`
  (select to_char(m, 'YYYY-MM') as month
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m) months`;

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

function toCell({ key, unit, share }: Column, row: Row): string | number {
  if (share) return percentOf(Number(row[share[0]]), Number(row[share[1]]));
  const value = row[key] ?? 0;
  return unit === 'rupees' ? Number(value) / 100 : value;
}

/**
 * The row of totals: for each key, the sum of the values of all rows, or the last value for columns with `total:
 * 'last'`.
 */
function totalOf(columns: readonly Column[], rows: readonly Row[]): Row {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const sums = [...keys].map((key) => [key, rows.reduce((sum, row) => sum + (Number(row[key]) || 0), 0)] as const);
  const lasts = columns
    .filter(({ total }) => total === 'last')
    .map(({ key }) => [key, rows.at(-1)?.[key] ?? 0] as const);
  return { ...Object.fromEntries(sums), ...Object.fromEntries(lasts) };
}

/**
 * Makes a report from rows of the database, with amounts in rupees and a row of totals, whose first cell is `Total`.
 */
export function toReport(columns: readonly Column[], rows: readonly Row[]): Report {
  const cellsOf = (row: Row) => columns.map((column) => toCell(column, row));
  const [, ...totals] = cellsOf(totalOf(columns, rows));
  return {
    columns: columns.map(({ label, unit, isPlotted = false }) => ({ label, unit, is_plotted: isPlotted })),
    rows: rows.map(cellsOf),
    total: ['Total', ...totals],
  };
}

const unitNames: Partial<Record<ReportColumn['unit'], string>> = { rupees: ' in rupees', percent: ' in percent' };

/**
 * A report as CSV: a line of column titles, the rows, and the totals. The byte order mark at the start makes
 * spreadsheet programs read it as UTF-8.
 */
export function toCsv({ columns, rows, total }: Report): string {
  const titles = columns.map(({ label, unit }) => `${label}${unitNames[unit] ?? ''}`);
  return ['\ufeff', ...[titles, ...rows, total].map(csvLine)].join('');
}

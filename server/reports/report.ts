import { type RawBuilder, sql } from 'kysely';
import { csvLine } from '../../contract/csv-line.ts';
import type { Report, ReportColumn } from '../../contract/staff/reports.ts';

/** The days of a report, both included, and the rate of the GST summary in percent. */
export type Period = { from: string; to: string; gst_rate: number };

/** A row as the database returns it, with money in paise. */
export type Row = Record<string, string | number>;

/**
 * A column and where its values come from. `share`: the column shows one value as a percentage of another. `total`:
 * whether the row of totals shows the last value of the column instead of the sum.
 */
export type Column = Pick<ReportColumn, 'label' | 'unit'> & {
  key: string;
  isPlotted?: boolean;
  total?: 'last';
  share?: readonly [part: string, whole: string];
};

const academyTimeZone = sql`at time zone 'Asia/Kolkata'`;

/** SQL for whether a time is in the period. */
export const isWithin = (column: RawBuilder<unknown>, { from, to }: Period) => sql`
  ${column} >= ${from}::date::timestamp ${academyTimeZone} and ${column} < (${to}::date + 1)::timestamp ${academyTimeZone}`;

/** SQL for the academy's month of a time. */
export const monthOf = (column: RawBuilder<unknown>) => sql`to_char(${column} ${academyTimeZone}, 'YYYY-MM')`;

/** SQL for the months of a period, as rows with the column `month`. */
export const monthsOf = ({ from, to }: Period) => sql`
  (select to_char(m, 'YYYY-MM') as month
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m) months`;

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

function toCell({ key, unit, share }: Column, row: Row): string | number {
  if (share) return percentOf(Number(row[share[0]]), Number(row[share[1]]));
  const value = row[key] ?? 0;
  return unit === 'rupees' ? Number(value) / 100 : value;
}

/** The sums of all rows, under the same keys. */
function totalOf(columns: readonly Column[], rows: readonly Row[]): Row {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const sums = [...keys].map((key) => [key, rows.reduce((sum, row) => sum + (Number(row[key]) || 0), 0)] as const);
  const lasts = columns
    .filter(({ total }) => total === 'last')
    .map(({ key }) => [key, rows.at(-1)?.[key] ?? 0] as const);
  return { ...Object.fromEntries(sums), ...Object.fromEntries(lasts) };
}

/** Makes the report of these rows, with money in rupees and a row of totals, whose first cell is `Total`. */
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
 * The report as CSV, with a line of titles and the totals at the end. The byte order mark makes spreadsheets read it as
 * UTF-8.
 */
export function toCsv({ columns, rows, total }: Report): string {
  const titles = columns.map(({ label, unit }) => `${label}${unitNames[unit] ?? ''}`);
  return ['\ufeff', ...[titles, ...rows, total].map(csvLine)].join('');
}

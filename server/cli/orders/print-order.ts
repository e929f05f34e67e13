import type { DetailRow, OrderDetail } from '../../orders/staff/order-detail.repo.ts';
import { academyTime } from '../output/academy-time.ts';
import { toPlain } from '../output/plain-text.ts';
import type { Print } from '../output/print.ts';
import { type Column, printTable } from '../output/print-table.ts';
import { rupeesOf } from '../output/rupees.ts';

const money = /_paise$/;

function cellOf(name: string, value: DetailRow[string]): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return academyTime(value);
  return typeof value === 'number' && money.test(name) ? rupeesOf(value) : String(value);
}

function columnsOf(row: DetailRow): Array<Column<DetailRow>> {
  return Object.keys(row).map((name) => ({
    title: name.replace(money, '').replaceAll('_', ' '),
    of: (one) => cellOf(name, one[name] ?? null),
    isNumber: typeof row[name] === 'number',
  }));
}

/**
 * Prints one section about an order: the field names and values of a single record (`isRecord`), otherwise a table of
 * the rows, or `none` if there are no rows.
 */
async function printSection(out: Print, name: string, rows: DetailRow[], isRecord: boolean): Promise<void> {
  await out(`${name}\n`);
  const [first] = rows;
  if (!first) return out('  none\n\n');
  const indented: Print = (text) => out(text.replace(/^(?=.)/gm, '  '));
  if (isRecord) {
    const lines = Object.entries(first).filter(([, value]) => value !== null);
    const width = Math.max(...lines.map(([key]) => key.length));
    for (const [key, value] of lines)
      await indented(`${key.replace(money, '').replaceAll('_', ' ').padEnd(width)}  ${toPlain(cellOf(key, value))}\n`);
  } else await printTable(indented, columnsOf(first), [rows]);
  return out('\n');
}

const records = ['order', 'student'];

/** Prints all details of an order, with times in the academy's time zone and amounts in rupees. */
export async function printOrder(out: Print, detail: OrderDetail): Promise<void> {
  for (const [name, rows] of Object.entries(detail)) await printSection(out, name, rows, records.includes(name));
}

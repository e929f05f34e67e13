import { columnsOf, toPlain } from './plain-text.ts';
import type { Print } from './print.ts';

/** A column of a table: its title, and what it shows of a row. Numbers stand on the right. */
export type Column<Row> = { title: string; of: (row: Row) => string | number | null; isNumber?: boolean };

function pad(text: string, width: number, isNumber: boolean): string {
  const room = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return isNumber ? room + text : text + room;
}

/** Aligned lines of a page of rows; `widths` grow as they must and never shrink. */
function toLines<Row>(columns: ReadonlyArray<Column<Row>>, cells: string[][], widths: number[]): string {
  for (const row of cells)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
  const lines = cells.map((row) =>
    row.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.isNumber === true)).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Prints rows as they come, aligned by the first page; answers how many there were. Nothing is printed of no rows. */
export async function printTable<Row>(
  out: Print,
  columns: ReadonlyArray<Column<Row>>,
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
): Promise<number> {
  const widths: number[] = [];
  let count = 0;
  for await (const page of pages) {
    const cells = page.map((row) => columns.map(({ of }) => toPlain(String(of(row) ?? ''))));
    const titles = count === 0 && page.length > 0 ? [columns.map(({ title }) => title)] : [];
    await out(toLines(columns, [...titles, ...cells], widths));
    count += page.length;
  }
  return count;
}

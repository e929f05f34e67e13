import { columnsOf, toPlain } from './plain-text.ts';
import type { Print } from './print.ts';

/**
 * A column of a printed table: its title, and the function `of` that returns the cell of a row. `isNumber`: align the
 * column to the right.
 */
export type Column<Row> = { title: string; of: (row: Row) => string | number | null; isNumber?: boolean };

function pad(text: string, width: number, isNumber: boolean): string {
  const padding = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return isNumber ? padding + text : text + padding;
}

/**
 * Formats the cells of one page of a table. `widths` has the width of each column, which grows when a cell needs more
 * space and never shrinks.
 */
function toLines<Row>(columns: ReadonlyArray<Column<Row>>, cells: string[][], widths: number[]): string {
  for (const row of cells)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
  const lines = cells.map((row) =>
    row.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.isNumber === true)).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/**
 * Prints rows page by page, aligned in columns. Returns how many rows there were. Without rows it prints nothing, not
 * even the titles.
 */
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

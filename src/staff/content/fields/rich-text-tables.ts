import type { Editor } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Node } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables, isInTable, rowIsHeader, selectedRect } from '@tiptap/pm/tables';

/**
 * Reads a `colspan` or `rowspan` as the browser does, which replaces invalid and enormous numbers: ProseMirror would
 * allocate memory for each column. A `rowspan` of 0 (down to the last row) becomes 1, because ProseMirror does not know
 * it.
 */
const spanOf = (name: 'colSpan' | 'rowSpan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => (cell instanceof HTMLTableCellElement && cell[name]) || 1,
});
/**
 * The attributes of a cell. Content files have no column widths and no alignment, so those of pasted cells are dropped.
 */
const addAttributes = () => ({ colspan: spanOf('colSpan'), rowspan: spanOf('rowSpan') });

export const tableExtensions = [
  Table.extend({
    renderHTML: () => ['table', ['tbody', 0]],
    // Tab leaves the text, also within a table, so that keyboard users reach the buttons for tables and what follows.
    addKeyboardShortcuts() {
      const { Tab: _, 'Shift-Tab': __, ...shortcuts } = this.parent?.() ?? {};
      return shortcuts;
    },
  }).configure({ cellMinWidth: 88 }),
  TableRow,
  TableHeader.extend({ addAttributes }),
  TableCell.extend({ addAttributes }),
];

/**
 * Whether the text has a malformed table, for example one with a row that is too short. ProseMirror would repair it,
 * and so change the content, at the first edit.
 */
export const hasBrokenTable = (text: Node): boolean => fixTables(EditorState.create({ doc: text })) !== undefined;

/** Whether the cursor is in a table whose first row is a header row, and whether it is in this row. */
export function headerRowAt({ state }: Editor): { hasHeaderRow: boolean; isInHeaderRow: boolean } {
  if (!isInTable(state)) return { hasHeaderRow: false, isInHeaderRow: false };
  const { map, table, top } = selectedRect(state);
  const hasHeaderRow = rowIsHeader(map, table, 0);
  return { hasHeaderRow, isInHeaderRow: hasHeaderRow && top === 0 };
}

const isHeader = ({ tagName }: Element) => tagName === 'TH';

/**
 * How many rows at the top form the head of the table: they have header cells only, and none of these cells reaches
 * into a row below the head.
 */
function countHeaderRows(rows: readonly HTMLTableRowElement[]): number {
  let count = 0;
  let reached = 0;
  for (const [index, { cells }] of rows.entries()) {
    if (cells.length === 0 || ![...cells].every(isHeader)) break;
    reached = Math.max(reached, ...[...cells].map(({ rowSpan }) => index + rowSpan));
    if (reached === index + 1) count = reached;
  }
  return count;
}

function moveHeaderRows(table: HTMLTableElement): void {
  const [body] = table.tBodies;
  if (!body || table.tHead) return;
  const rows = [...body.rows].slice(0, countHeaderRows([...body.rows]));
  if (rows.length > 0) table.createTHead().append(...rows);
  if (body.rows.length === 0) body.remove();
}

/**
 * Sets the `scope` of header cells in a row: in the head of the table, `col` for each; in any other row, `row` for
 * those before the first cell that is not a header.
 */
function setScopes({ parentElement, cells }: HTMLTableRowElement): void {
  const isInHead = parentElement?.tagName === 'THEAD';
  const firstValue = [...cells].findIndex((cell) => !isHeader(cell));
  const headers = isInHead ? [...cells].filter(isHeader) : [...cells].slice(0, Math.max(firstValue, 0));
  for (const header of headers)
    if (!header.hasAttribute('scope')) header.setAttribute('scope', isInHead ? 'col' : 'row');
}

/**
 * Writes tables as content files do: header rows in `thead`, header cells with `scope`, and no spans of 1. The editor
 * knows only which cells are headers. A `thead` or `scope` that a table already has is not changed.
 */
export function completeTables(html: string): string {
  if (!html.includes('<table')) return html;
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const table of template.content.querySelectorAll('table')) {
    moveHeaderRows(table);
    for (const row of table.rows) setScopes(row);
  }
  for (const cell of template.content.querySelectorAll<HTMLTableCellElement>('th, td')) {
    if (cell.colSpan === 1) cell.removeAttribute('colspan');
    if (cell.rowSpan === 1) cell.removeAttribute('rowspan');
  }
  return template.innerHTML;
}

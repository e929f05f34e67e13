// A spreadsheet takes such a cell for a formula, also after space that it drops, and in the wide forms of Asian keyboards.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const special = /[",\r\n\t]|^\s|\s$/;

/** One line of a CSV file (RFC 4180, ends with CRLF). A text that a spreadsheet would calculate gets an apostrophe before it (OWASP). */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isFormula = formula.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return isFormula || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

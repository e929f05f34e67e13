// Matches cells that a spreadsheet would run as a formula, also after leading spaces or with full-width characters.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const special = /[",\r\n\t]|^\s|\s$/;

/**
 * Formats one CSV line (RFC 4180), ending with CRLF. A cell that a spreadsheet would run as a formula gets a leading
 * apostrophe, as OWASP recommends against CSV injection.
 */
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

/** A record of a CSV file, with the number of its first line, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|$)/y;

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Why no valid CSV field starts at this position. */
function reasonAt(text: string, position: number): string {
  const rest = text.slice(position);
  if (!rest.startsWith('"'))
    return /^[^",\r\n]*"/.test(rest)
      ? 'has a quote inside a field without quotes'
      : 'has a carriage return inside a field';
  return /^"[^"]*(?:""[^"]*)*"/.test(rest) ? 'has text after a closing quote' : 'opens a quote that is never closed';
}

/**
 * Reads CSV (RFC 4180): commas, double quotes, CRLF or LF. Skips empty lines. Stops with a fault at the first syntax
 * error, because nothing after it can be read reliably.
 */
export function readCsv(text: string): { records: CsvRecord[]; fault: { line: number; reason: string } | null } {
  const records: CsvRecord[] = [];
  let line = 1;
  let current: CsvRecord = { line, cells: [] };
  field.lastIndex = 0;
  while (field.lastIndex < text.length) {
    const position = field.lastIndex;
    const found = field.exec(text);
    if (!found) return { records, fault: { line, reason: reasonAt(text, position) } };
    const [whole, quoted, plain = '', end] = found;
    current.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += countLines(whole);
    if (end === ',' && field.lastIndex < text.length) continue;
    if (end === ',') current.cells.push('');
    if (whole !== end || current.cells.length > 1) records.push(current);
    current = { line, cells: [] };
  }
  return { records, fault: null };
}

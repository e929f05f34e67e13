import { CsvError, parse } from 'csv-parse/sync';

/** A record of a CSV file, with the number of its first line, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a field without quotes',
};

function countLineBreaks(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

/**
 * Reads CSV (RFC 4180): commas, double quotes, CRLF or LF. Skips empty lines. Stops with a fault at the first syntax
 * error, because nothing after it can be read reliably.
 */
export function readCsv(text: string): { records: CsvRecord[]; fault: { line: number; reason: string } | null } {
  const records: CsvRecord[] = [];
  let lastLine = 0;
  const collect = (cells: string[], { lines }: { lines: number }) => {
    records.push({ line: lines - countLineBreaks(cells), cells });
    lastLine = lines;
    return null;
  };
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] };
  try {
    parse(text, { ...options, on_record: collect });
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = reasons[error.code] ?? error.message;
    // The library reports an unclosed quote at the end of the file.
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
    return { records, fault: { line: isUnclosed ? lastLine + 1 : Number(error.lines ?? lastLine + 1), reason } };
  }
}

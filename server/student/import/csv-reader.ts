import { CsvError, parse } from 'csv-parse/sync';

/** A record (row) of a CSV file, with the number of the line on which it begins, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a field without quotes',
};

function countIn(cells: readonly string[], character: string): number {
  return cells.reduce((count, cell) => count + cell.split(character).length - 1, 0);
}

/**
 * Reads CSV (RFC 4180) with commas, double quotes, and CRLF or LF as line ends. Skips empty lines. Reads up to the
 * first syntax error and returns it as `fault`, because nothing after it can be read reliably.
 */
export function readCsv(text: string): { records: CsvRecord[]; fault: { line: number; reason: string } | null } {
  const records: CsvRecord[] = [];
  // The library counts a line break of two characters, CRLF, as two lines if it is within quotes.
  let countedTwice = 0;
  let lastLine = 0;
  const collect = (cells: string[], { lines }: { lines: number }) => {
    countedTwice += countIn(cells, '\r');
    lastLine = lines - countedTwice;
    records.push({ line: lastLine - countIn(cells, '\n'), cells });
    return null;
  };
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] };
  try {
    parse(text, { ...options, on_record: collect });
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = reasons[error.code] ?? error.message;
    // If a quote is never closed, the library reports the last line of the file. Report instead the line on which the
    // record with the quote begins.
    const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const line = isUnclosed || error.lines === undefined ? lastLine + 1 : Number(error.lines) - countedTwice;
    return { records, fault: { line, reason } };
  }
}

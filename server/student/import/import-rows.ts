import {
  type ImportColumn,
  type ImportFault,
  type ImportRow,
  importColumns,
  neededColumns,
} from '../../../contract/staff/student-import.ts';
import { type CsvRecord, readCsv } from './csv-reader.ts';

function isColumn(name: string): name is ImportColumn {
  return importColumns.some((column) => column === name);
}

/** The faults in the first line of an import file, which names the columns. */
function headerFaults({ line, cells }: CsvRecord): ImportFault[] {
  const repeated = cells.filter((name, index) => cells.indexOf(name) !== index);
  const known = importColumns.join(', ');
  return [
    ...cells
      .filter((name) => !isColumn(name))
      .map((column) => ({ line, column, reason: `is no column of students: ${known}` })),
    ...[...new Set(repeated)].map((column) => ({ line, column, reason: 'is there twice' })),
    ...neededColumns
      .filter((column) => !cells.includes(column))
      .map((column) => ({ line, column, reason: 'is missing from the first line' })),
  ];
}

function toRow(columns: readonly string[], { line, cells }: CsvRecord): ImportRow | ImportFault {
  if (cells.length !== columns.length)
    return { line, column: '', reason: `has ${cells.length} fields, the first line has ${columns.length}` };
  const byName = new Map(columns.map((column, index) => [column, cells[index] ?? '']));
  const named = importColumns.map((column) => [column, byName.get(column) ?? ''] as const);
  return { line, cells: Object.fromEntries(named) as ImportRow['cells'] };
}

/** Parses the CSV text of an import file of students. Its columns may be in any order. */
export function readImportRows(text: string): { rows: ImportRow[]; faults: ImportFault[] } {
  const { records, fault } = readCsv(text);
  const broken = fault ? [{ ...fault, column: '', reason: `${fault.reason}; nothing after it was read` }] : [];
  const [first, ...others] = records;
  if (!first) return { rows: [], faults: [...broken, { line: 1, column: '', reason: 'the file is empty' }] };
  const header = { ...first, cells: first.cells.map((name) => name.trim().toLowerCase()) };
  const inHeader = headerFaults(header);
  if (inHeader.length > 0) return { rows: [], faults: [...inHeader, ...broken] };
  const results = others.map((record) => toRow(header.cells, record));
  const rows = results.flatMap((one) => ('cells' in one ? [one] : []));
  const faults = results.flatMap((one) => ('cells' in one ? [] : [one]));
  return { rows, faults: [...faults, ...broken] };
}

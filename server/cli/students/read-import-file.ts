import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type ImportColumn,
  type ImportFault,
  type ImportRow,
  importColumns,
  neededColumns,
} from '../../student/import-students.ts';
import { CommandError } from '../command/command-errors.ts';
import { type CsvRecord, readCsv } from './csv-reader.ts';

/** The contents of an import file of students: its rows as text by column, its faults, and the hash of its bytes. */
type ImportFile = { name: string; sha256: string; rows: ImportRow[]; faults: ImportFault[] };

const maxBytes = 50 * 1024 * 1024;

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new CommandError(`${path} is larger than 50 MB: import it in parts`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(code === 'ENOENT' ? `there is no file ${path}` : `${path} can't be read (${code})`);
  }
}

/** Decodes a UTF-8 file and removes its byte order mark. */
function decode(bytes: Buffer, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Invalid UTF-8 leads to the CommandError at the end of the function.
  }
  throw new CommandError(`${path} is not UTF-8: save it as 'CSV UTF-8'`);
}

function isColumn(name: string): name is ImportColumn {
  return importColumns.some((column) => column === name);
}

/** The faults in the header line of an import file. */
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

/** Reads a CSV file of students with columns in any order. @throws CommandError if it cannot be read as text */
export async function readImportFile(path: string): Promise<ImportFile> {
  const bytes = await readBytes(path);
  const file = { name: basename(path), sha256: createHash('sha256').update(bytes).digest('hex') };
  const { records, fault } = readCsv(decode(bytes, path));
  const broken = fault ? [{ ...fault, column: '', reason: `${fault.reason}; nothing after it was read` }] : [];
  const [first, ...others] = records;
  if (!first) return { ...file, rows: [], faults: [...broken, { line: 1, column: '', reason: 'the file is empty' }] };
  const header = { ...first, cells: first.cells.map((name) => name.trim().toLowerCase()) };
  const inHeader = headerFaults(header);
  if (inHeader.length > 0) return { ...file, rows: [], faults: [...inHeader, ...broken] };
  const results = others.map((record) => toRow(header.cells, record));
  const rows = results.flatMap((one) => ('cells' in one ? [one] : []));
  const faults = results.flatMap((one) => ('cells' in one ? [] : [one]));
  return { ...file, rows, faults: [...faults, ...broken] };
}

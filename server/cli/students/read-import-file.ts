import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportFault, ImportRow } from '../../../contract/staff/student-import.ts';
import { readImportRows } from '../../student/import/import-rows.ts';
import { CommandError } from '../command/command-errors.ts';

/**
 * The contents of an import file of students: its rows with the text of each column, its faults, and the hash of its
 * bytes.
 */
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
    // Invalid UTF-8: continue to the CommandError below.
  }
  throw new CommandError(`${path} is not UTF-8: save it as 'CSV UTF-8'`);
}

/** Reads a CSV file of students with columns in any order. @throws CommandError if it cannot be read as text */
export async function readImportFile(path: string): Promise<ImportFile> {
  const bytes = await readBytes(path);
  const file = { name: basename(path), sha256: createHash('sha256').update(bytes).digest('hex') };
  return { ...file, ...readImportRows(decode(bytes, path)) };
}

import {
  checkStudentImport,
  type ImportRow,
  importBatchSize,
  importStudents,
} from '../../../../contract/staff/student-import.ts';
import type { Api } from '../../../lib/api.ts';

/** A chosen CSV file, as the calls send it. */
export type ImportFile = { file_name: string; text: string; may_share_mobile: boolean };
export type ImportProgress = { done: number; total: number; added: number; known: number };

/** Checks a file without storing anything. */
export async function checkFile(api: Api, file: ImportFile) {
  return (await api.call(checkStudentImport, { body: file })).data;
}
export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;

/**
 * Imports the lines of a checked file in several requests, and reports the progress after each. If a request fails, the
 * lines of the requests before it are imported; repeating the import leaves the students of those lines unchanged.
 * @throws ApiError
 */
export async function importRows(
  api: Api,
  { file_name, may_share_mobile }: Pick<ImportFile, 'file_name' | 'may_share_mobile'>,
  rows: readonly ImportRow[],
  onProgress: (progress: ImportProgress) => void,
): Promise<void> {
  const progress: ImportProgress = { done: 0, total: rows.length, added: 0, known: 0 };
  onProgress({ ...progress });
  for (let from = 0; from < rows.length; from += importBatchSize) {
    const batch = rows.slice(from, from + importBatchSize);
    const body = { file_name, may_share_mobile, rows: batch };
    const { data } = await api.call(importStudents, { body }, { key: crypto.randomUUID() });
    progress.done += batch.length;
    progress.added += data.added;
    progress.known += data.known;
    onProgress({ ...progress });
  }
}

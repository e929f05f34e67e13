import {
  checkStudentImport,
  type ImportRow,
  importBatchSize,
  importStudents,
} from '../../../../contract/staff/student-import.ts';
import type { Api } from '../../../lib/api.ts';

/** A chosen CSV file with its options, as it is sent to the server. */
export type ImportFile = { file_name: string; text: string; may_share_mobile: boolean };
export type ImportProgress = { done: number; total: number; added: number; known: number };

/** Checks a file without storing anything. */
export async function checkFile(api: Api, file: ImportFile) {
  return (await api.call(checkStudentImport, { body: file })).data;
}
export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;

type StudentImport = {
  file: Pick<ImportFile, 'file_name' | 'may_share_mobile'>;
  rows: readonly ImportRow[];
  /** Id of the import of this file. The idempotency key of each of its requests begins with this id. */
  importId: string;
  /** How much of the file earlier attempts have imported; null before the first attempt. */
  reached: ImportProgress | null;
  onProgress: (progress: ImportProgress) => void;
};

/**
 * Imports the lines of a checked file in several requests, and reports the progress after each. If a request fails, the
 * lines of the earlier requests stay imported. Another attempt begins with the failed request, under the same
 * idempotency key, because the server may have stored its lines. @throws ApiError
 */
export async function importRows(
  api: Api,
  { file: { file_name, may_share_mobile }, rows, importId, reached, onProgress }: StudentImport,
): Promise<void> {
  const progress: ImportProgress = { ...(reached ?? { done: 0, added: 0, known: 0 }), total: rows.length };
  onProgress({ ...progress });
  while (progress.done < rows.length) {
    const from = progress.done;
    const batch = rows.slice(from, from + importBatchSize);
    const body = { file_name, may_share_mobile, rows: batch };
    const { data } = await api.call(importStudents, { body }, { key: `${importId}-${from}` });
    progress.done += batch.length;
    progress.added += data.added;
    progress.known += data.known;
    onProgress({ ...progress });
  }
}

import type { Kysely } from 'kysely';
import { filePath, filePathSchema } from '../../contract/files.ts';
import { contactFields, contactStatus, type Database, type Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Purpose } from './file-refusals.ts';

type StoredFile = { id: string; bytes: number; media_type: string; purpose: Purpose };

/**
 * Inserts a file's row before the first byte of the file is stored, so that incomplete uploads can be found by their
 * rows (decision 15, "Record an upload before its first byte"). `isVerified`: whether one of the student's contacts is
 * verified. `isInserted`: false if the student already has as many unattached files as `limits` allows. The student's
 * row is locked, so that concurrent uploads cannot exceed this limit together.
 */
export async function insertFile(
  db: Kysely<Database>,
  { limits, ...file }: { id: string; studentId: string; purpose: Purpose; now: Date; limits: LooseFileLimits },
): Promise<{ isInserted: boolean; isVerified: boolean }> {
  return inTransaction(db, async (tx) => {
    const student = await tx
      .selectFrom('students')
      .select(contactFields.map((field) => `${field}_standing` as const))
      .where('id', '=', file.studentId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('student_id', '=', file.studentId)
      .where('attached_at', 'is', null)
      // Do not count dropped files, such as those of deleted documents: they remain until the next cleanup.
      .where('state', '<>', 'dropped')
      .executeTakeFirstOrThrow();
    const isVerified = Object.values(student).includes(contactStatus.verified);
    const isInserted = count < (isVerified ? limits.verified : limits.unverified);
    const row = { id: file.id, student_id: file.studentId, purpose: file.purpose, created_at: file.now };
    if (isInserted) await tx.insertInto('files').values(row).execute();
    return { isInserted, isVerified };
  });
}

/**
 * How many unattached files a student may have, that is, uploads to which no document or profile refers. `verified`
 * applies to students with a verified email address or phone number, `unverified` to all others.
 */
export type LooseFileLimits = { unverified: number; verified: number };

/**
 * Marks a file as stored, after all its bytes were received, checked and put into the file store. Returns false if
 * the file was dropped in the meantime.
 */
export async function markFileStored(
  tx: Kysely<Database>,
  id: string,
  stored: { bytes: number; sha256: Buffer; media_type: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ ...stored, state: 'stored' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Marks the file with the path `url` as attached, in the transaction in which a document or profile begins to refer to
 * it. Returns the file's id; null unless `url` is the path of a completely stored, unattached file of this student with
 * this purpose.
 */
export async function attachFile(
  tx: Tx,
  { studentId, url, purpose, now }: { studentId: string; url: string; purpose: Purpose; now: Date },
): Promise<string | null> {
  const id = fileIdOf(url);
  if (!id) return null;
  const attached = await tx
    .updateTable('files')
    .set({ attached_at: now })
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .where('purpose', '=', purpose)
    .where('state', '=', 'stored')
    .where('attached_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return attached?.id ?? null;
}

/** Whether `url` is the path of a file that another student has uploaded. */
export async function isForeignFile(tx: Tx, studentId: string, url: string): Promise<boolean> {
  const id = fileIdOf(url);
  if (!id) return false;
  const files = tx.selectFrom('files').select('id').where('id', '=', id).where('student_id', '<>', studentId);
  return (await files.executeTakeFirst()) !== undefined;
}

/**
 * Marks a file as dropped: it can no longer be read, and `sweepFiles` later deletes its bytes and its row. The
 * document or profile that referred to the file must have been changed before.
 */
export async function dropFile(tx: Kysely<Database>, id: string): Promise<void> {
  await tx.updateTable('files').set({ state: 'dropped', attached_at: null }).where('id', '=', id).execute();
}

/** The id in a file's URL path; null for any text that is not such a path. */
export function fileIdOf(url: string): string | null {
  const id = filePathSchema.safeParse(url).success ? url.slice(filePath('').length) : '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

/** Finds a completely stored file of the student. */
export async function findFile(db: Kysely<Database>, studentId: string, id: string): Promise<StoredFile | undefined> {
  const file = await db
    .selectFrom('files')
    .select(['id', 'bytes', 'media_type', 'purpose'])
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .where('state', '=', 'stored')
    .executeTakeFirst();
  if (!file || file.bytes === null || file.media_type === null) return undefined;
  return { ...file, bytes: file.bytes, media_type: file.media_type };
}

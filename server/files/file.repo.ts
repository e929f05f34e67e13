import { type Kysely, sql, type Transaction } from 'kysely';
import { filePath, filePathSchema } from '../../contract/files.ts';
import type { Database } from '../db/schema.ts';
import type { Purpose } from './file-refusals.ts';

export type StoredFile = { id: string; bytes: number; media_type: string; purpose: Purpose };

/**
 * Begins a file before its first byte comes, so that whatever is left of it is found by its row. Null where the student
 * has `mostLoose` files already that nothing names.
 */
export async function beginFile(
  db: Kysely<Database>,
  file: { id: string; studentId: string; purpose: Purpose; now: Date; mostLoose: number },
): Promise<string | null> {
  const { id, studentId, purpose, now, mostLoose } = file;
  const loose = db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where('attached_at', 'is', null);
  const { rows } = await sql<{ id: string }>`
    insert into files (id, student_id, purpose, created_at)
    select ${id}::uuid, ${studentId}::uuid, ${purpose}, ${now}::timestamptz where (${loose}) < ${mostLoose}
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Marks a file whose bytes are whole, checked and in the store; false where it has been given up meanwhile. */
export async function keepFile(
  tx: Kysely<Database>,
  id: string,
  kept: { bytes: number; sha256: Buffer; media_type: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ ...kept, state: 'stored' })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Gives a file to the document or profile that names it by `url`, in the transaction that does so; the row is locked.
 * Answers the file's id, null unless it is this student's, for this purpose, whole, and named by nothing else.
 */
export async function attachFile(
  tx: Transaction<Database>,
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

/** Ends a file: nobody reads it from now on, and the sweep removes its bytes, then its row. What names it goes before. */
export async function dropFile(tx: Kysely<Database>, id: string): Promise<void> {
  await tx.updateTable('files').set({ state: 'dropped', attached_at: null }).where('id', '=', id).execute();
}

/** The id in a file's address; null where the text is none. */
export function fileIdOf(url: string): string | null {
  const id = filePathSchema.safeParse(url).success ? url.slice(filePath('').length) : '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

/** A student's own file that may be read. */
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

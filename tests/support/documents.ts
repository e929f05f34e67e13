import { createHash } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { filePath } from '../../contract/files.ts';
import type { Database } from '../../server/db/schema.ts';

type Db = Kysely<Database>;
export type NewFile = Partial<Insertable<Database['files']>>;
export type NewDocument = Partial<Insertable<Database['student_documents']>>;
export type PlantedDocument = { id: string; fileId: string; url: string };

let made = 0;

/**
 * Inserts the database record of a completed upload that no document uses. The bytes of the file are not stored.
 * Returns the id and the URL of the file.
 */
export async function plantFile(db: Db, studentId: string, fields: NewFile = {}): Promise<{ id: string; url: string }> {
  const stored = { state: 'stored', media_type: 'application/pdf', bytes: 2048 } as const;
  const sha256 = createHash('sha256').update(String(made++)).digest();
  const { id } = await db
    .insertInto('files')
    .values({ student_id: studentId, purpose: 'document', ...stored, sha256, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, url: filePath(id) };
}

/** Inserts a student's document together with the record of its file. */
export async function plantDocument(db: Db, studentId: string, fields: NewDocument = {}): Promise<PlantedDocument> {
  const file = await plantFile(db, studentId, { attached_at: new Date() });
  const { id } = await db
    .insertInto('student_documents')
    .values({ student_id: studentId, file_id: file.id, name: 'Passport', category: 'personal', ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, fileId: file.id, url: file.url };
}

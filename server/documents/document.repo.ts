import type { DocumentCategory, StudentDocument } from '../../contract/documents.ts';
import { filePath } from '../../contract/files.ts';
import type { Db, Tx } from '../db/schema.ts';

const rowsOf = (db: Db, studentId: string) =>
  db
    .selectFrom('student_documents as document')
    .innerJoin('files', 'files.id', 'document.file_id')
    .select([
      'document.id',
      'document.name',
      'document.category',
      'document.file_id',
      'document.expires_on',
      'document.created_at',
      'document.state',
      'document.rejection',
      'files.bytes',
    ])
    .where('document.student_id', '=', studentId);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

function toDocument(row: Row): StudentDocument {
  return {
    id: row.id,
    document_name: row.name,
    category_name: row.category,
    document_url: filePath(row.file_id),
    // The column `bytes` is null only for a file that was not received completely. The file of a document is always
    // complete.
    bytes: row.bytes ?? 0,
    expires_on: row.expires_on,
    created_at: row.created_at.toISOString(),
    state: row.state,
    rejection: row.rejection,
  };
}

/** The student's documents, newest first. */
export async function readDocuments(db: Db, studentId: string): Promise<StudentDocument[]> {
  const rows = await rowsOf(db, studentId).orderBy('document.created_at', 'desc').orderBy('document.id').execute();
  return rows.map(toDocument);
}

/** One document of the student; undefined if there is none with this id. */
export async function findDocument(db: Db, studentId: string, id: string): Promise<StudentDocument | undefined> {
  const row = await rowsOf(db, studentId).where('document.id', '=', id).executeTakeFirst();
  return row && toDocument(row);
}

/**
 * Counts the student's documents. Locks the student's row until the transaction ends, so that concurrent calls count
 * one after the other and cannot exceed the limit together.
 */
export async function countLocked(tx: Tx, studentId: string): Promise<number> {
  await tx.selectFrom('students').select('id').where('id', '=', studentId).forNoKeyUpdate().executeTakeFirst();
  const { count } = await tx
    .selectFrom('student_documents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewDocument = {
  student_id: string;
  file_id: string;
  name: string;
  category: DocumentCategory;
  expires_on: string | null;
  created_at: Date;
};

/** Inserts a document and returns its id. */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<string> {
  const { id } = await tx.insertInto('student_documents').values(document).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes the expiry date of a document of the student. If the date is a different one, the reminders start again and
 * the document must be verified again. Does nothing if the student has no such document.
 */
export async function setExpiryDate(tx: Tx, studentId: string, id: string, expiryDate: string | null): Promise<void> {
  await tx
    .updateTable('student_documents')
    .set((row) => {
      const ifSame = row.case().when('expires_on', 'is not distinct from', expiryDate);
      return {
        expires_on: expiryDate,
        reminded_days: ifSame.then(row.ref('reminded_days')).else(null).end(),
        state: ifSame
          .then(row.ref('state'))
          .else('waiting' as const)
          .end(),
        rejection: ifSame.then(row.ref('rejection')).else(null).end(),
        reviewed_by: ifSame.then(row.ref('reviewed_by')).else(null).end(),
        reviewed_at: ifSame.then(row.ref('reviewed_at')).else(null).end(),
      };
    })
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .execute();
}

/** Makes the student's verified documents wait for review again. */
export async function unverifyDocuments(tx: Tx, studentId: string): Promise<void> {
  await tx
    .updateTable('student_documents')
    .set({ state: 'waiting', reviewed_by: null, reviewed_at: null })
    .where('student_id', '=', studentId)
    .where('state', '=', 'verified')
    .execute();
}

/**
 * Deletes a document of the student. Returns the id of the document's file, or undefined if the student has no such
 * document.
 */
export async function deleteDocumentRow(tx: Tx, studentId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('student_documents')
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .returning('file_id')
    .executeTakeFirst();
  return row?.file_id;
}

import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { DocumentState } from '../../../contract/documents.ts';
import type { listDocumentQueue, ReviewedDocument } from '../../../contract/staff/documents.ts';
import type { Database, Tx } from '../../db/schema.ts';

const documentsOf = (db: Kysely<Database>) =>
  db
    .selectFrom('student_documents as document')
    .innerJoin('files', 'files.id', 'document.file_id')
    .innerJoin('students as student', 'student.id', 'document.student_id')
    .leftJoin('staff_members as reviewer', 'reviewer.id', 'document.reviewed_by')
    .select([
      ...(['document.id', 'document.name', 'document.category', 'document.file_id', 'document.state'] as const),
      ...(['document.rejection', 'document.expires_on', 'document.created_at', 'document.reviewed_at'] as const),
      ...(['files.bytes', 'reviewer.name as reviewer', 'student.id as student_id', 'student.first_name'] as const),
      ...(['student.last_name', 'student.dob', 'student.indos_number', 'student.passport_number'] as const),
      'student.email',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof documentsOf>['executeTakeFirstOrThrow']>>;

function toReviewed(row: Row): ReviewedDocument {
  return {
    id: row.id,
    document_name: row.name,
    category_name: row.category,
    // The column `bytes` is null only for a file that was not received completely. The file of a document is always
    // complete.
    bytes: row.bytes ?? 0,
    state: row.state,
    rejection: row.rejection,
    expires_on: row.expires_on,
    created_at: row.created_at.toISOString(),
    reviewer: row.reviewer,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    student: {
      id: row.student_id,
      name: `${row.first_name} ${row.last_name}`,
      dob: row.dob,
      indos_number: row.indos_number,
      passport_number: row.passport_number,
      has_email: row.email !== null,
    },
  };
}

/**
 * A page of the documents with this review state, oldest first. `after` is the id of the last document on the previous
 * page, and `after_at` the time at which it was uploaded. The time is used if the student has deleted that document
 * meanwhile.
 */
export async function listDocumentPage(
  db: Kysely<Database>,
  { state, after, after_at }: z.output<typeof listDocumentQueue.query>,
  limit: number,
): Promise<ReviewedDocument[]> {
  let query = documentsOf(db)
    .where('document.state', '=', state)
    .orderBy('document.created_at')
    .orderBy('document.id')
    .limit(limit);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(document.created_at, document.id) >
        (coalesce((select last.created_at from student_documents last where last.id = ${after}::uuid),
          ${after_at ?? null}::timestamptz), ${after}::uuid)`,
    );
  return (await query.execute()).map(toReviewed);
}

export async function countWaiting(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('student_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findReviewed(db: Kysely<Database>, id: string): Promise<ReviewedDocument | undefined> {
  const row = await documentsOf(db).where('document.id', '=', id).executeTakeFirst();
  return row && toReviewed(row);
}

/**
 * The id, size and media type of a document's stored file, and the document's student; undefined if there is no such
 * document.
 */
export async function findDocumentFile(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('student_documents as document')
    .innerJoin('files', 'files.id', 'document.file_id')
    .select(['document.student_id', 'document.file_id', 'files.bytes', 'files.media_type'])
    .where('document.id', '=', id)
    .where('files.state', '=', 'stored')
    .executeTakeFirst();
}

/**
 * Locks a document until the transaction ends, and reads what a review needs, including the student's details, email
 * address and first name. Locks the student first, as a change of the profile does: the change and the review then run
 * one after the other, and the second one sees what the first has written.
 */
export async function lockDocument(tx: Tx, id: string) {
  await tx
    .selectFrom('students')
    .select('id')
    .where('id', '=', (row) => row.selectFrom('student_documents').select('student_id').where('id', '=', id))
    .forShare()
    .executeTakeFirst();
  const row = await documentsOf(tx).where('document.id', '=', id).forUpdate('document').executeTakeFirst();
  return row && { ...toReviewed(row), email: row.email, first_name: row.first_name };
}

/**
 * The result of reviewing a document. If it changes the document's expiry date, the reminders of this date start again.
 */
type Review = {
  state: DocumentState;
  rejection: string | null;
  expires_on: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
};

export async function storeReview(tx: Tx, id: string, review: Review): Promise<void> {
  await tx
    .updateTable('student_documents')
    .set((row) => ({
      ...review,
      reminded_days: row
        .case()
        .when('expires_on', 'is not distinct from', review.expires_on)
        .then(row.ref('reminded_days'))
        .else(null)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}

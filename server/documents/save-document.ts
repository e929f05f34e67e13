import type { Transaction } from 'kysely';
import { type addDocument, mostDocuments, type StudentDocument } from '../../contract/documents.ts';
import type { Received } from '../../contract/endpoint.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { countLocked, findDocument, insertDocument } from './document.repo.ts';
import type { DocumentParts } from './document-parts.ts';

const limitReached = () => new Refusal(409, 'MAXIMUM_LIMIT', 'Maximum limit reached');
const notUploaded = () => {
  const fields = { document_url: 'Upload the file again' };
  return new Refusal(400, 'INVALID_FIELDS', 'All fields are required', { fields });
};

type Saving = {
  db: Transaction<Database>;
  subject: Subject;
  body: Received<typeof addDocument>['body'];
};

/**
 * Saves an upload among the student's documents, in the call's transaction.
 * @throws Refusal 409 MAXIMUM_LIMIT, 400 INVALID_FIELDS where the address is no upload of the student's that is free
 */
export async function saveDocument(saving: Saving, { clock, attachFile }: DocumentParts): Promise<StudentDocument> {
  const { db: tx, subject, body } = saving;
  const { studentId } = subject;
  if ((await countLocked(tx, studentId)) >= mostDocuments) throw limitReached();
  const now = new Date(clock.now());
  const fileId = await attachFile(tx, { studentId, url: body.document_url, purpose: 'document', now });
  if (!fileId) throw notUploaded();
  const id = await insertDocument(tx, {
    student_id: studentId,
    file_id: fileId,
    name: body.document_name,
    category: body.category_name,
    expires_on: body.expires_on ?? null,
    created_at: now,
  });
  const saved = await findDocument(tx, studentId, id);
  if (!saved) throw notFound();
  return saved;
}

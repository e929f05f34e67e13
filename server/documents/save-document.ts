import { addDocument, mostDocuments, type StudentDocument } from '../../contract/documents.ts';
import type { Received } from '../../contract/endpoint.ts';
import type { Tx } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Subject } from '../http/mount/call.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { countLocked, findDocument, insertDocument } from './document.repo.ts';

export type DocumentDeps = {
  clock: Clock;
  /**
   * Marks an uploaded file as attached and returns the file's id. Returns null if `url` is not the path of a complete
   * upload of this student, or if the file is already attached.
   */
  attachFile: (
    tx: Tx,
    wanted: { studentId: string; url: string; purpose: 'document'; now: Date },
  ) => Promise<string | null>;
  /** Whether `url` is the path of a file that another student has uploaded. */
  isForeignFile: (tx: Tx, studentId: string, url: string) => Promise<boolean>;
  /** Marks the file of a deleted document as dropped. A background job then deletes the file's content and its row. */
  dropFile: (tx: Tx, id: string) => Promise<void>;
};

const limitReached = () => refuse(addDocument.refusals, 'MAXIMUM_LIMIT', 'Maximum limit reached');
export const invalidFields = (message: string, fields: Record<string, string> = {}) =>
  refuse(addDocument.refusals, 'INVALID_FIELDS', message, { fields });
const notUploaded = (isForeign: boolean) =>
  refuse(addDocument.refusals, 'INVALID_FIELDS', 'All fields are required', {
    fields: { document_url: 'Upload the file again' },
    isForeign,
  });

type SaveCall = {
  db: Tx;
  subject: Subject;
  body: Received<typeof addDocument>['body'];
};

/**
 * Saves an upload as a document of the student, in the call's transaction.
 * @throws Refusal 409 MAXIMUM_LIMIT; 400 INVALID_FIELDS unless the URL belongs to an unused upload of the student
 */
export async function saveDocument(call: SaveCall, deps: DocumentDeps): Promise<StudentDocument> {
  const { db: tx, subject, body } = call;
  const { studentId } = subject;
  if ((await countLocked(tx, studentId)) >= mostDocuments) throw limitReached();
  const now = new Date(deps.clock.now());
  const url = body.document_url;
  const fileId = await deps.attachFile(tx, { studentId, url, purpose: 'document', now });
  if (!fileId) throw notUploaded(await deps.isForeignFile(tx, studentId, url));
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

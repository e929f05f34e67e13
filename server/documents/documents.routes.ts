import { addDocument, changeDocument, deleteDocument, listDocuments } from '../../contract/documents.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound } from '../http/refusal.ts';
import { deleteDocumentRow, findDocument, readDocuments, setExpiryDate } from './document.repo.ts';
import { type DocumentDeps, invalidFields, saveDocument } from './save-document.ts';

/** The calls for the student's documents (docs/product.md#documents). */
export function documentRoutes(mount: Mount, deps: DocumentDeps): void {
  mount(listDocuments, async ({ subject, db }) => {
    const documents = await readDocuments(db, subject.studentId);
    return { statusCode: 200, data: { documents, total: documents.length } };
  });

  mount(addDocument, async (call) => ({ statusCode: 200, data: await saveDocument(call, deps) }), {
    invalid: invalidFields,
  });

  mount(changeDocument, async ({ subject, params, body, db }) => {
    await setExpiryDate(db, subject.studentId, params.id, body.expires_on);
    const document = await findDocument(db, subject.studentId, params.id);
    if (!document) throw notFound();
    return { statusCode: 200, data: document };
  });

  mount(deleteDocument, async ({ subject, params, db }) => {
    const fileId = await deleteDocumentRow(db, subject.studentId, params.id);
    if (!fileId) throw notFound();
    await deps.dropFile(db, fileId);
    return { statusCode: 200 };
  });
}

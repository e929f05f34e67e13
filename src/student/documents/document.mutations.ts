import { mutationOptions } from '@tanstack/react-query';
import { changeDocument, deleteDocument } from '../../../contract/documents.ts';
import { apiOf } from '../../lib/api.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { enrolmentQueries } from '../courses/enrolment.queries.ts';
import { changeCachedDocuments, documentQueries } from './document.queries.ts';
import { documentTexts } from './document-texts.ts';

/**
 * Keys of the queries whose results change when the student's documents change. The key of the booked courses is among
 * them, because each booked course lists the documents that are missing for it.
 */
export const dependOnDocuments = (studentId: string) => [
  documentQueries.list(studentId).queryKey,
  enrolmentQueries.list(studentId).queryKey,
];

export const documentMutations = {
  /** Sets the last valid day of a document, or removes it (null). */
  setLastDay: (studentId: string, id: string) =>
    mutationOptions({
      mutationFn: async (expires_on: string | null, { client }) => {
        const input = { params: { id }, body: { expires_on } };
        return (await apiOf(client).call(changeDocument, input, { key: crypto.randomUUID() })).data;
      },
      onSuccess: (saved, _day, _result, { client }) => {
        changeCachedDocuments(client, studentId, (documents) =>
          documents.map((each) => (each.id === saved.id ? saved : each)),
        );
        showToast({ message: saved.expires_on ? 'Expiry date saved.' : 'Expiry date removed.', tone: 'success' });
      },
      meta: { invalidates: dependOnDocuments(studentId) },
    }),
  /** Deletes a document. `key` is the idempotency key of the request. */
  remove: (studentId: string, key: string) =>
    mutationOptions({
      mutationFn: (id: string, { client }) => apiOf(client).call(deleteDocument, { params: { id } }, { key }),
      onSuccess: (_response, id, _result, { client }) =>
        changeCachedDocuments(client, studentId, (documents) => documents.filter((each) => each.id !== id)),
      meta: {
        invalidates: dependOnDocuments(studentId),
        successToast: documentTexts.deleted,
        errorToast: documentTexts.notDeleted,
      },
    }),
};

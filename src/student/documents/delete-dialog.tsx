import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDocument, type StudentDocument } from '../../../contract/documents.ts';
import { apiOf } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { updateCachedDocuments } from './document.queries.ts';
import { documentTexts } from './document-texts.ts';

type DeleteDialogProps = {
  studentId: string;
  document: StudentDocument;
  onClose: () => void;
  /** Called when the document was deleted; the element that had the focus disappears with it. */
  onDeleted: () => void;
};

/** Asks before a document is deleted. */
export function DeleteDialog({ studentId, document, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const deleting = useMutation({
    mutationFn: () => apiOf(client).call(deleteDocument, { params: { id: document.id } }, { key }),
    onSuccess: () => {
      void updateCachedDocuments(client, studentId, (documents) => documents.filter(({ id }) => id !== document.id));
      showToast({ message: documentTexts.deleted, tone: 'success' });
      onDeleted();
    },
    onError: () => {
      showToast({ message: documentTexts.notDeleted, tone: 'error' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${document.document_name}?`}
      confirm="Delete"
      cancel="Cancel"
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p>The file will be deleted permanently.</p>
    </ConfirmDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDocument, type StudentDocument } from '../../../contract/documents.ts';
import { apiOf } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { changeDocuments } from './document.queries.ts';
import { documentTexts } from './document-texts.ts';

type DeleteDialogProps = {
  studentId: string;
  document: StudentDocument;
  onClose: () => void;
  /** The document is gone, and with it what had the focus. */
  onDeleted: () => void;
};

/** Asks before a document is deleted. */
export function DeleteDialog({ studentId, document, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const deleting = useMutation({
    mutationFn: () => apiOf(client).call(deleteDocument, { params: { id: document.id } }, { key }),
    onSuccess: () => {
      void changeDocuments(client, studentId, (documents) => documents.filter(({ id }) => id !== document.id));
      showToast({ message: documentTexts.deleted, tone: 'right' });
      onDeleted();
    },
    onError: () => {
      showToast({ message: documentTexts.notDeleted, tone: 'wrong' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${document.document_name}?`}
      confirm="Delete"
      keep="Cancel"
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p>The file is deleted with it, and cannot be brought back.</p>
    </ConfirmDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentDocument } from '../../../contract/documents.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { documentMutations } from './document.mutations.ts';

type DeleteDialogProps = {
  studentId: string;
  document: StudentDocument;
  onClose: () => void;
  /**
   * Called after the document was deleted. It must move the focus, because the focused button is gone with the
   * document.
   */
  onDeleted: () => void;
};

/** Asks for confirmation before a document is deleted. */
export function DeleteDialog({ studentId, document, onClose, onDeleted }: DeleteDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const deleting = useMutation({
    ...documentMutations.remove(studentId, key),
    onSettled: (_response, error) => (error ? onClose() : onDeleted()),
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${document.document_name}?`}
      confirm="Delete"
      cancel="Cancel"
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate(document.id)}
      onClose={onClose}
    >
      <p>The file will be deleted permanently.</p>
    </ConfirmDialog>
  );
}

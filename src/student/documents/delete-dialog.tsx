import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDocument, type StudentDocument } from '../../../contract/documents.ts';
import { apiOf } from '../../lib/api.ts';
import { showToast } from '../../ui/toasts.ts';
import { changeDocuments } from './document.queries.ts';
import { documentTexts } from './document-texts.ts';
import classes from './upload-dialog.module.css';

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
    <Modal
      opened
      onClose={onClose}
      title={`Delete ${document.document_name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.form}>
        <p>The file is deleted with it, and cannot be brought back.</p>
        <Button color="red" variant="outline" loading={deleting.isPending} onClick={() => deleting.mutate()}>
          Delete
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}

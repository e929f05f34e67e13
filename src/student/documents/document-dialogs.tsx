import { lazy, Suspense, useEffect, useRef } from 'react';
import type { StudentDocument } from '../../../contract/documents.ts';
import type { DocumentAct } from './document-row.tsx';

// None of them is in the first view.
const UploadDialog = lazy(() => import('./upload-dialog.tsx').then((part) => ({ default: part.UploadDialog })));
const ExpiryDialog = lazy(() => import('./expiry-dialog.tsx').then((part) => ({ default: part.ExpiryDialog })));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })));
const PreviewDialog = lazy(() =>
  import('./preview/preview-dialog.tsx').then((part) => ({ default: part.PreviewDialog })),
);

export type OpenDialog = { act: 'upload' } | { act: DocumentAct; document: StudentDocument };

type DocumentDialogsProps = {
  studentId: string;
  open: OpenDialog | null;
  onClose: () => void;
  onDeleted: () => void;
};

/**
 * What had the focus when a dialog opened gets it back: the dialog is taken away before it could give it itself. The answer
 * says that its place is going too.
 */
function useReturnedFocus(isOpen: boolean): () => void {
  const place = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const { activeElement } = document;
    place.current = activeElement instanceof HTMLElement ? activeElement : null;
    return () => place.current?.focus();
  }, [isOpen]);
  return () => {
    place.current = null;
  };
}

/** The dialog that is open, if one is. */
export function DocumentDialogs({ studentId, open, onClose, onDeleted }: DocumentDialogsProps) {
  const forgetPlace = useReturnedFocus(open !== null);
  const leave = () => {
    forgetPlace();
    onDeleted();
  };
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      {open.act === 'upload' ? <UploadDialog studentId={studentId} onClose={onClose} /> : null}
      {open.act === 'expiry' ? <ExpiryDialog studentId={studentId} document={open.document} onClose={onClose} /> : null}
      {open.act === 'view' ? <PreviewDialog document={open.document} onClose={onClose} /> : null}
      {open.act === 'delete' ? (
        <DeleteDialog studentId={studentId} document={open.document} onClose={onClose} onDeleted={leave} />
      ) : null}
    </Suspense>
  );
}

import { Suspense } from 'react';
import type { StudentDocument } from '../../../contract/documents.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useReturnFocus } from '../../ui/messages/use-return-focus.ts';
import type { DocumentAction } from './document-row.tsx';

// Load the code of each dialog only when the dialog is first opened.
const UploadDialog = lazyPart(() =>
  import('./upload/upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
);
const ExpiryDialog = lazyPart(() =>
  import('./expiry/expiry-dialog.tsx').then((module) => ({ default: module.ExpiryDialog })),
);
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })));
const PreviewDialog = lazyPart(() =>
  import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog })),
);

export type OpenDialog = { action: 'upload' } | { action: DocumentAction; document: StudentDocument };

type DocumentDialogsProps = {
  studentId: string;
  open: OpenDialog | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Renders the dialog that is open, if any. */
export function DocumentDialogs({ studentId, open, onClose, onDeleted }: DocumentDialogsProps) {
  const cancelReturnFocus = useReturnFocus(open !== null);
  const handleDeleted = () => {
    cancelReturnFocus();
    onDeleted();
  };
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      {open.action === 'upload' ? <UploadDialog studentId={studentId} onClose={onClose} /> : null}
      {open.action === 'expiry' ? (
        <ExpiryDialog studentId={studentId} document={open.document} onClose={onClose} />
      ) : null}
      {open.action === 'view' ? <PreviewDialog document={open.document} onClose={onClose} /> : null}
      {open.action === 'delete' ? (
        <DeleteDialog studentId={studentId} document={open.document} onClose={onClose} onDeleted={handleDeleted} />
      ) : null}
    </Suspense>
  );
}

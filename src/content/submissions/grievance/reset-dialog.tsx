import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';

export function ResetDialog({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      title="Reset the form?"
      confirm="Clear the form"
      cancel="Keep writing"
      onConfirm={onReset}
      onClose={onClose}
    >
      <p>Your text will be cleared. It has not been submitted.</p>
    </ConfirmDialog>
  );
}

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before what was typed is cleared. */
export function ResetDialog({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      title="Reset the form?"
      confirm="Clear the form"
      keep="Keep writing"
      onConfirm={onReset}
      onClose={onClose}
    >
      <p>What stands in the form is cleared. It has not been submitted.</p>
    </ConfirmDialog>
  );
}

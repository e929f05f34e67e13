import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

type RemoveDialogProps = { isOpen: boolean; isBusy: boolean; onRemove: () => void; onClose: () => void };

/** Asks before the picture is taken away. */
export function RemoveDialog({ isOpen, isBusy, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remove your picture?"
      confirm="Remove picture"
      keep="Keep it"
      isBusy={isBusy}
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>Your initials stand in its place.</p>
    </ConfirmDialog>
  );
}

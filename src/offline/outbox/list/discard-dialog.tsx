import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { isCartRow, type OutboxRow } from '../row.ts';

type DiscardDialogProps = { row: OutboxRow; onDiscard: () => void; onClose: () => void };

/** Asks for confirmation before a change is discarded. */
export function DiscardDialog({ row, onDiscard, onClose }: DiscardDialogProps) {
  const isKnownUnsent = row.attempts === 0 || row.lastError?.isFinal;
  return (
    <ConfirmDialog
      isOpen
      title="Discard this change?"
      confirm="Discard"
      cancel="Keep it"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>{row.title}</p>
      <p>
        {isKnownUnsent
          ? 'It has not reached us and will not be sent.'
          : 'It may have reached us already. In that case it remains in effect. It will not be sent again.'}
        {isCartRow(row) ? null : ' Your text will be deleted from this device.'}
      </p>
    </ConfirmDialog>
  );
}

import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isCartRow, type OutboxRow } from './outbox-row.ts';

type DiscardDialogProps = { row: OutboxRow; onDiscard: () => void; onClose: () => void };

/** Asks before a change is given up. */
export function DiscardDialog({ row, onDiscard, onClose }: DiscardDialogProps) {
  const isKnownUnsent = row.attempts === 0 || row.lastError?.isFinal;
  return (
    <ConfirmDialog
      isOpen
      title="Discard this change?"
      confirm="Discard"
      keep="Keep it"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>{row.title}</p>
      <p>
        {isKnownUnsent
          ? 'It has not reached us, and will not be sent any more.'
          : 'It may have reached us already, and then it stands. It will not be sent again.'}
        {isCartRow(row) ? null : ' What was written is deleted from this device.'}
      </p>
    </ConfirmDialog>
  );
}

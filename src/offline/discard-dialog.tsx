import '../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { isCartRow, type OutboxRow } from './outbox-row.ts';
import classes from './waiting-changes.module.css';

type DiscardDialogProps = { row: OutboxRow; onDiscard: () => void; onClose: () => void };

/** Asks before a change is given up. */
export function DiscardDialog({ row, onDiscard, onClose }: DiscardDialogProps) {
  const isKnownUnsent = row.attempts === 0 || row.lastError?.isFinal;
  return (
    <Modal opened onClose={onClose} title="Discard this change?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>{row.title}</p>
        <p>
          {isKnownUnsent
            ? 'It has not reached us, and will not be sent any more.'
            : 'It may have reached us already, and then it stands. It will not be sent again.'}
          {isCartRow(row) ? null : ' What was written is deleted from this device.'}
        </p>
        <Button color="red" variant="outline" onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Keep it
        </Button>
      </div>
    </Modal>
  );
}

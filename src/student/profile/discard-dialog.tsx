import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import classes from './profile-form.module.css';

type DiscardDialogProps = { isOpen: boolean; onStay: () => void; onDiscard: () => void };

/** Asks before what was typed is given up. */
export function DiscardDialog({ isOpen, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title="Discard your changes?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Mantine listens at the window: the same Escape that opened the question would answer it.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && onStay()}
    >
      <div className={classes.dialog}>
        <p>What you changed is not saved yet.</p>
        <Button onClick={onStay} data-autofocus>
          Keep editing
        </Button>
        <Button variant="outline" color="red" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </Modal>
  );
}

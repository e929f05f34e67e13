import '../../ui/controls.css';
import { Modal } from '@mantine/core';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './profile-form.module.css';

/** A save that met another student's data (document 2, section 8); the form below keeps what was typed. */
export function ConflictDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Conflict" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>Another user exists with similar data.</p>
        <p className={classes.hint}>
          Check your e-mail, mobile, INDOS and passport number. What you typed is still in the form.
        </p>
        <ActionButton onClick={onClose} data-autofocus>
          Back to the form
        </ActionButton>
      </div>
    </Modal>
  );
}

import '../../ui/controls.css';
import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import classes from './profile-form.module.css';

/** A save that met another student's data (document 2, section 8); the form below keeps what was typed. */
export function ConflictDialog({ hasConflict }: { hasConflict: boolean }) {
  const [isOpen, setIsOpen] = useState(hasConflict);
  useEffect(() => setIsOpen(hasConflict), [hasConflict]);
  const close = () => setIsOpen(false);
  return (
    <Modal opened={isOpen} onClose={close} title="Conflict" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>Another user exists with similar data.</p>
        <p className={classes.hint}>
          Check your e-mail, mobile, INDOS and passport number. What you typed is still in the form.
        </p>
        <ActionButton onClick={close} data-autofocus>
          Back to the form
        </ActionButton>
      </div>
    </Modal>
  );
}

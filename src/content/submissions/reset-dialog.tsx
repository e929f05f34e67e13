import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import classes from './submission.module.css';

/** Asks before what was typed is cleared. */
export function ResetDialog({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Reset the form?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>What stands in the form is cleared. It has not been submitted.</p>
        <Button color="red" variant="outline" onClick={onReset}>
          Clear the form
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Keep writing
        </Button>
      </div>
    </Modal>
  );
}

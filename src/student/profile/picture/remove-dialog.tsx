import '../../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import classes from './picture.module.css';

type RemoveDialogProps = { isOpen: boolean; isBusy: boolean; onRemove: () => void; onClose: () => void };

/** Asks before the picture is taken away. */
export function RemoveDialog({ isOpen, isBusy, onRemove, onClose }: RemoveDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Remove your picture?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>Your initials stand in its place.</p>
        <Button variant="outline" color="red" loading={isBusy} onClick={onRemove}>
          Remove picture
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Keep it
        </Button>
      </div>
    </Modal>
  );
}

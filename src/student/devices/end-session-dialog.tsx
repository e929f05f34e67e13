import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import type { SignedInDevice } from '../../../contract/sessions.ts';
import classes from '../profile-page.module.css';

/** Which device is to be logged out; null: all but this one. */
export type Ending = { device: SignedInDevice | null };

type EndSessionDialogProps = {
  asked: Ending | null;
  isBusy: boolean;
  onConfirm: (ending: Ending) => void;
  onClose: () => void;
};

/** Asks before another device is logged out. */
export function EndSessionDialog({ asked, isBusy, onConfirm, onClose }: EndSessionDialogProps) {
  const what = asked?.device ? asked.device.device : 'all other devices';
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={`Log out ${what}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.dialog}>
        <p>Whoever uses {asked?.device ? 'it' : 'them'} has to log in again. This device stays logged in.</p>
        <Button color="red" variant="outline" loading={isBusy} onClick={() => asked && onConfirm(asked)}>
          Log out
        </Button>
        <Button variant="subtle" onClick={onClose} data-autofocus>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}

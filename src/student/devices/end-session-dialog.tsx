import type { SignedInDevice } from '../../../contract/sessions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
    <ConfirmDialog
      isOpen={asked !== null}
      title={`Log out ${what}?`}
      confirm="Log out"
      keep="Cancel"
      isBusy={isBusy}
      onConfirm={() => asked && onConfirm(asked)}
      onClose={onClose}
    >
      <p>Whoever uses {asked?.device ? 'it' : 'them'} has to log in again. This device stays logged in.</p>
    </ConfirmDialog>
  );
}

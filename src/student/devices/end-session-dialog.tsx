import type { SignedInDevice } from '../../../contract/sessions.ts';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';

/** The device to log out; null: all devices except this one. */
export type LogoutTarget = { device: SignedInDevice | null };

type EndSessionDialogProps = {
  target: LogoutTarget | null;
  isBusy: boolean;
  onConfirm: (target: LogoutTarget) => void;
  onClose: () => void;
};

/** Asks for confirmation before other devices are logged out. */
export function EndSessionDialog({ target, isBusy, onConfirm, onClose }: EndSessionDialogProps) {
  const name = target?.device ? target.device.device : 'all other devices';
  return (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Log out ${name}?`}
      confirm="Log out"
      cancel="Cancel"
      isBusy={isBusy}
      onConfirm={() => target && onConfirm(target)}
      onClose={onClose}
    >
      <p>You will need to log in there again. This device stays logged in.</p>
    </ConfirmDialog>
  );
}

import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toasts/toasts.ts';
import { accountQuery } from './account-feature.ts';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

/** The dialog that adds a passkey, or sets up a new authenticator app in place of the current one. */
export function AddFactorDialog({ kind, onClose }: { kind: 'totp' | 'passkey'; onClose: () => void }) {
  const client = useQueryClient();
  const finish = () => {
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    showToast({ tone: 'success', message: kind === 'totp' ? 'The app is set up.' : 'The passkey was added.' });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={kind === 'totp' ? 'Set up an authenticator app' : 'Add a passkey'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {kind === 'totp' ? <TotpSetUp onDone={finish} /> : <PasskeySetUp onDone={finish} />}
    </Modal>
  );
}

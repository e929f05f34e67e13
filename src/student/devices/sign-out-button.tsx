import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { showToast } from '../../ui/toasts.ts';
import classes from '../profile-page.module.css';

type SignOutButtonProps = {
  /** Reads how many changes wait for the connection and would be lost: the page may not have read them yet. */
  countWaiting: () => Promise<number>;
  /** Ends the session and forgets the student on this device. */
  onSignOut: () => Promise<unknown>;
  onSendFirst: () => void;
};

/** Logout; with changes waiting it asks first what becomes of them. */
export function SignOutButton({ countWaiting, onSignOut, onSendFirst }: SignOutButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [waitingChanges, setWaitingChanges] = useState(0);
  const [isBusy, setIsBusy] = useState(false);

  const signOut = async () => {
    setIsAsking(false);
    setIsBusy(true);
    try {
      await onSignOut();
    } catch {
      showToast({ message: 'Unable to logout.', tone: 'wrong' });
    } finally {
      setIsBusy(false);
    }
  };
  const press = async () => {
    setIsBusy(true);
    const count = await countWaiting();
    if (count === 0) return signOut();
    setIsBusy(false);
    setWaitingChanges(count);
    setIsAsking(true);
  };
  const sendFirst = () => {
    setIsAsking(false);
    onSendFirst();
  };
  const changes = waitingChanges === 1 ? '1 change waits' : `${waitingChanges} changes wait`;

  return (
    <>
      <Button variant="outline" loading={isBusy} onClick={press}>
        Logout
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`${changes} for the connection`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={classes.dialog}>
          <p>Logging out leaves nothing of yours on this device, so what was not sent would be lost.</p>
          <Button onClick={sendFirst} data-autofocus>
            Send first
          </Button>
          <Button variant="outline" color="red" onClick={signOut}>
            Discard and log out
          </Button>
        </div>
      </Modal>
    </>
  );
}

import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { showToast } from '../../ui/toasts/toasts.ts';

export type SignOutButtonProps = {
  /**
   * Counts the unsent changes that would be lost by signing out. It is asynchronous, because the page may not have read
   * the outbox yet.
   */
  countWaiting: () => Promise<number>;
  /** Signs the student out and deletes the student's data from this device. */
  onSignOut: () => Promise<unknown>;
  onSendFirst: () => void;
  /** Whether the button looks like a link, as in the user menu and on phones. */
  look?: 'outline' | 'subtle';
  children?: ReactNode;
};

/** The Logout button. If there are unsent changes, it first asks whether to send them or to discard them. */
export function SignOutButton(props: SignOutButtonProps) {
  const { countWaiting, onSignOut, onSendFirst, look = 'outline', children = 'Logout' } = props;
  const [isAsking, setIsAsking] = useState(false);
  const [unsentCount, setUnsentCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const isCounting = useRef(false);

  const signOut = async () => {
    setIsAsking(false);
    setIsBusy(true);
    try {
      await onSignOut();
    } catch {
      showToast({ message: 'Unable to logout.', tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  };
  const press = async () => {
    // Do not disable the button while counting: it must have the focus when the dialog opens, so that the dialog can
    // return the focus to it.
    if (isCounting.current) return;
    isCounting.current = true;
    const count = await countWaiting().finally(() => {
      isCounting.current = false;
    });
    if (count === 0) return signOut();
    setUnsentCount(count);
    setIsAsking(true);
  };
  const sendFirst = () => {
    setIsAsking(false);
    onSendFirst();
  };
  const changes = unsentCount === 1 ? '1 unsent change' : `${unsentCount} unsent changes`;

  return (
    <>
      <Button variant={look} justify={look === 'subtle' ? 'start' : 'center'} loading={isBusy} onClick={press}>
        {children}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`You have ${changes}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className="stack gap-3">
          <p>Logging out deletes your data from this device. Unsent changes would be lost.</p>
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

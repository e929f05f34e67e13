import '../ui/controls.css';
import { Modal } from '@mantine/core';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import classes from './login.module.css';

/** Where the student may go after signing in; `from` is the page that asked to sign in. */
export function AfterLoginDialog({ from }: { from: string | null }) {
  const hasFrom = from !== null && from !== paths.bookOnline && from !== paths.profile;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Where would you like to go?"
    >
      <div className={classes.step}>
        {hasFrom ? <ActionLink href={from}>Back to where you were</ActionLink> : null}
        <ActionLink href={paths.bookOnline} look={hasFrom ? 'outline' : 'action'}>
          Book Online
        </ActionLink>
        <ActionLink href={paths.profile} look="outline">
          Student Profile
        </ActionLink>
        <p className={classes.status}>Both stay within reach from the user menu.</p>
      </div>
    </Modal>
  );
}

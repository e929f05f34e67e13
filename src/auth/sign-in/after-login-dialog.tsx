import '../../ui/controls.css';
import { Modal } from '@mantine/core';
import { paths } from '../../../contract/pages.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import classes from '../auth-page.module.css';

/**
 * Asks where to go after signing in. `from`: the page that the student came from. The chosen page replaces the login
 * page in the browser's history, so that Back does not lead to a login form.
 */
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
      classNames={{ title: 'strong large', body: classes.choices ?? '' }}
    >
      <div className="stack gap-4">
        {hasFrom ? (
          <ActionLink href={from} replace>
            Back to where you were
          </ActionLink>
        ) : null}
        <ActionLink href={paths.bookOnline} replace look={hasFrom ? 'outline' : 'action'}>
          Book Online
        </ActionLink>
        <ActionLink href={paths.profile} replace look="outline">
          Student Profile
        </ActionLink>
        <p className={classes.status}>You can open both at any time from the user menu.</p>
      </div>
    </Modal>
  );
}

import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { passwordQueries } from './password.queries.ts';
import { PasswordForm, SignInAgain } from './password-form.tsx';

type PasswordDialogProps = { studentId: string; phone: string | null; onClose: () => void };

function DialogBody({ studentId, phone, onClose }: PasswordDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(passwordQueries.change(studentId));
  if (!data && error)
    return (
      <LoadFailed
        message="We could not check how you can change your password."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (!data)
    return (
      <SkeletonGroup label="The form is loading" className="stack gap-3">
        <Skeleton height="4rem" />
        <Skeleton height="4rem" />
      </SkeletonGroup>
    );
  if (data.way === 'byLink')
    return (
      <Notice
        title="You have no password yet"
        action={<PageLink href={paths.forgotPassword}>Email me a link to set one</PageLink>}
      >
        You sign in with one-time codes. To set a password, request a link by email.
      </Notice>
    );
  if (!data.is_sign_in_recent) return <SignInAgain />;
  return <PasswordForm hasPassword={data.way === 'withCurrent'} onClose={onClose} />;
}

/**
 * Dialog for changing the password. If the student must do something else first, such as sign in again, it says what.
 */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title="Change password" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DialogBody {...props} />
    </Modal>
  );
}

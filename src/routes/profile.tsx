import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/session/use-session.ts';
import { useBrand } from '../content/use-brand.ts';
import { outbox } from '../offline/outbox/page-outbox.ts';
import { countUnsent } from '../offline/outbox/row-rules.ts';
import { signOutHere } from '../offline/sign-out.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { SignOutButton } from '../student/devices/sign-out-button.tsx';
import { readStudentAreaAddress } from '../student/student-area-address.ts';
import { StudentAreaPage } from '../student/student-area-page.tsx';
import { showToast } from '../ui/toasts/toasts.ts';

export const Route = createFileRoute('/profile')({
  validateSearch: readStudentAreaAddress,
  head: ({ match }) => privateHead(match.context.queryClient, 'Profile'),
  component: Profile,
});

function Profile() {
  const address = Route.useSearch();
  const navigate = useNavigate();
  const { student } = useSession();
  const brand = useBrand();
  const goToLogin = useCallback(
    () => void navigate({ href: `${paths.login}?from=${paths.profile}`, replace: true }),
    [navigate],
  );

  const signOut = async () => {
    if (!student) return;
    // Leave the profile first. Otherwise it would ask the student to sign in again.
    await navigate({ href: paths.home });
    const result = await signOutHere(student.id);
    if (result === 'failed') {
      await navigate({ href: paths.profile, replace: true });
      throw new Error('The server could not end the session');
    }
    if (result === 'waiting')
      showToast({
        message: 'You are logged out on this device. The logout will be completed when the connection is back.',
      });
  };

  const countWaiting = async () => {
    await outbox.refresh();
    return student ? countUnsent(outbox.rows, student.id) : 0;
  };

  return (
    <StudentAreaPage
      address={address}
      phone={brand?.admissions_phones[0] ?? null}
      onRedirect={goToLogin}
      signOutButton={
        <SignOutButton countWaiting={countWaiting} onSignOut={signOut} onSendFirst={() => void outbox.drain()} />
      }
    />
  );
}

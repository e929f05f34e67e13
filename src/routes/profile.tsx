import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { SignOutButton } from '../student/devices/sign-out-button.tsx';
import { useSignOut } from '../student/devices/use-sign-out.ts';
import { readStudentAreaAddress } from '../student/student-area-address.ts';
import { StudentAreaPage } from '../student/student-area-page.tsx';

export const Route = createFileRoute('/profile')({
  validateSearch: readStudentAreaAddress,
  head: ({ match }) => privateHead(match.context.queryClient, 'Profile'),
  component: Profile,
});

function Profile() {
  const address = Route.useSearch();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const brand = useBrand();
  const goToLogin = useCallback(
    () => void navigate({ href: `${paths.login}?from=${paths.profile}`, replace: true }),
    [navigate],
  );

  return (
    <StudentAreaPage
      address={address}
      phone={brand?.admissions_phones[0] ?? null}
      onRedirect={goToLogin}
      signOutButton={<SignOutButton {...signOut} />}
    />
  );
}

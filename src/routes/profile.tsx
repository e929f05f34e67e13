import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { paths } from '../../contract/pages.ts';
import { useBrand } from '../content/use-brand.ts';
import { lazyPart } from '../lib/lazy-part.ts';
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

const WaitingListSection = lazyPart(async () => ({
  default: (await import('../booking/waiting-list/waiting-list-section.tsx')).WaitingListSection,
}));

function Profile() {
  const address = Route.useSearch();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const brand = useBrand();
  const goToLogin = useCallback((login: string) => void navigate({ href: login, replace: true }), [navigate]);
  const goToCheckout = useCallback(() => void navigate({ href: paths.checkout }), [navigate]);

  return (
    <StudentAreaPage
      address={address}
      phone={brand?.admissions_phones[0] ?? null}
      onRedirect={goToLogin}
      signOutButton={<SignOutButton {...signOut} />}
      renderWaitingLists={(studentId) => (
        <Suspense>
          <WaitingListSection studentId={studentId} onAccepted={goToCheckout} />
        </Suspense>
      )}
    />
  );
}

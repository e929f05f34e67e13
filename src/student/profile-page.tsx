import { type ReactNode, useEffect } from 'react';
import { profileLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/use-session.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { CoursesTab } from './courses/courses-tab.tsx';
import { DocumentsTab } from './documents/documents-tab.tsx';
import { EndingReminder } from './documents/ending-reminder.tsx';
import { OrdersTab } from './orders/orders-tab.tsx';
import { PaymentsTab } from './payments/payments-tab.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';
import classes from './profile-page.module.css';
import { type StudentAreaAddress, studentTabs } from './student-area-address.ts';
import { WalletTab } from './wallet/wallet-tab.tsx';

function SignedOut({ onRedirect }: { onRedirect: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRedirect, profileLoginRedirect);
    return () => clearTimeout(timer);
  }, [onRedirect]);
  return (
    <Notice
      role="status"
      title="Login to view your profile"
      action={<PageLink href={`${paths.login}?from=${paths.profile}`}>Login</PageLink>}
    />
  );
}

/** What each tab shows. */
const panels = {
  profile: ProfileTab,
  courses: CoursesTab,
  wallet: WalletTab,
  bookings: OrdersTab,
  payments: PaymentsTab,
  documents: DocumentsTab,
};

type ProfilePageProps = {
  address: StudentAreaAddress;
  phone: string | null;
  onRedirect: () => void;
  signOutButton: ReactNode;
};

/** The student's page: six tabs, and Logout (document 2, section 2). */
export function ProfilePage({ address, phone, onRedirect, signOutButton }: ProfilePageProps) {
  const { status, student } = useSession();
  const open = address.tab ?? 'profile';
  const Panel = panels[open];
  return (
    <Page>
      <PageTitle lead={student?.name}>Your profile</PageTitle>
      {status === 'signedOut' ? <SignedOut onRedirect={onRedirect} /> : null}
      {status === 'unknown' ? (
        <SkeletonGroup label="Your profile is loading" className={classes.bones}>
          <Skeleton height="12rem" />
        </SkeletonGroup>
      ) : null}
      {student ? (
        <div className={classes.area}>
          {open === 'documents' ? null : <EndingReminder studentId={student.id} />}
          <TabStrip label="Student area" tabs={studentTabs} open={open} look="scrolling">
            <Panel key={student.id} studentId={student.id} phone={phone} view={address.view} />
          </TabStrip>
          <div className={classes.leave}>{signOutButton}</div>
        </div>
      ) : null}
    </Page>
  );
}

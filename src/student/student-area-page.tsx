import { type ReactNode, useEffect } from 'react';
import { profileLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { withReturn } from '../auth/return-address.ts';
import { useSession } from '../auth/session/use-session.ts';
import { PageLink } from '../ui/links/page-link.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { TabStrip } from '../ui/tabs/tab-strip.tsx';
import { CoursesTab } from './courses/courses-tab.tsx';
import { DocumentsTab } from './documents/documents-tab.tsx';
import { ExpiringSoonReminder } from './documents/expiry/expiring-soon-reminder.tsx';
import { useReloadAfterPush } from './notifications/use-reload-after-push.ts';
import { OrdersTab } from './orders/orders-tab.tsx';
import { PaymentsTab } from './payments/payments-tab.tsx';
import { ProfileTab } from './profile/profile-tab.tsx';
import { type StudentAreaAddress, studentTabPath, studentTabs } from './student-area-address.ts';
import classes from './student-area-page.module.css';
import { TermsNotice } from './terms/terms-notice.tsx';
import { WalletTab } from './wallet/wallet-tab.tsx';

/** `login`: the path of the login page, which leads back to the same tab of the student area. */
function SignedOut({ login, onRedirect }: { login: string } & Pick<StudentAreaPageProps, 'onRedirect'>) {
  useEffect(() => {
    const timer = setTimeout(onRedirect, profileLoginRedirect, login);
    return () => clearTimeout(timer);
  }, [login, onRedirect]);
  return <Notice role="status" title="Login to view your profile" action={<PageLink href={login}>Login</PageLink>} />;
}

/** For each tab of the student area, the component that it shows. */
const panels = {
  profile: ProfileTab,
  courses: CoursesTab,
  wallet: WalletTab,
  bookings: OrdersTab,
  payments: PaymentsTab,
  documents: DocumentsTab,
};

type StudentAreaPageProps = {
  address: StudentAreaAddress;
  phone: string | null;
  /** Called with the path of the login page if nobody is signed in. */
  onRedirect: (login: string) => void;
  signOutButton: ReactNode;
  /** Renders the waiting lists on which the student is, at the top of the tab My Courses. */
  renderWaitingLists: (studentId: string) => ReactNode;
};

/**
 * The student area: links to Book Online and My Orders, the Logout button, and six tabs. Visitors who are not signed in
 * are sent to Login.
 */
export function StudentAreaPage({ address, phone, onRedirect, ...slots }: StudentAreaPageProps) {
  const { status, student } = useSession();
  const open = address.tab ?? 'profile';
  const login = withReturn(paths.login, studentTabPath(open, address.view));
  const Panel = panels[open];
  useReloadAfterPush(student?.id);
  return (
    <Page>
      <PageTitle lead={student?.name}>Your profile</PageTitle>
      {status === 'signedOut' ? <SignedOut login={login} onRedirect={onRedirect} /> : null}
      {status === 'unknown' ? (
        <SkeletonGroup label="Your profile is loading" className="stack gap-3">
          <Skeleton height="12rem" />
        </SkeletonGroup>
      ) : null}
      {student ? (
        <div className={`stack gap-8 ${classes.area}`}>
          <nav aria-label="Your account" className="row wrap middle gap-x-5">
            <PageLink href={paths.bookOnline} className="touch">
              Book Online
            </PageLink>
            <PageLink href={studentTabPath('bookings')} className="touch">
              My Orders
            </PageLink>
            {slots.signOutButton}
          </nav>
          <TermsNotice key={student.id} studentId={student.id} />
          {open === 'documents' ? null : <ExpiringSoonReminder studentId={student.id} />}
          <TabStrip label="Student area" tabs={studentTabs} open={open} look="scrolling">
            <div className="stack single packed gap-8">
              {open === 'courses' ? slots.renderWaitingLists(student.id) : null}
              <Panel key={student.id} studentId={student.id} phone={phone} view={address.view} />
            </div>
          </TabStrip>
        </div>
      ) : null}
    </Page>
  );
}

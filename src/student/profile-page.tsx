import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { profileLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/use-session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { BookingList } from './booking-list.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import classes from './profile-page.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { studentQueries } from './student.queries.ts';

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

function Details({ studentId, phone }: { studentId: string; phone: string | null }) {
  const { data: student, isError, isFetching, refetch } = useQuery(studentQueries.profile(studentId));
  const [isEditing, setIsEditing] = useState(false);
  if (!student && (isError || student === null))
    return (
      <ErrorState
        message="Your details could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (!student)
    return (
      <SkeletonGroup label="Your details are loading" className={classes.bones}>
        {['a', 'b', 'c', 'd'].map((bone) => (
          <Skeleton key={bone} height="3rem" />
        ))}
      </SkeletonGroup>
    );
  if (isEditing) return <ProfileEditor student={student} onClose={() => setIsEditing(false)} />;
  return (
    <>
      <ProfileDetails student={student} />
      <Button variant="outline" className={classes.edit} onClick={() => setIsEditing(true)}>
        Edit
      </Button>
    </>
  );
}

type ProfilePageProps = { phone: string | null; onRedirect: () => void; signOutButton: ReactNode };

/** The student's page: details with their form, bookings, and Logout (document 2, section 2). */
export function ProfilePage({ phone, onRedirect, signOutButton }: ProfilePageProps) {
  const { status, student } = useSession();
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
        <div className={classes.columns}>
          <section aria-labelledby="bookings" className={classes.part}>
            <h2 id="bookings">Bookings</h2>
            <BookingList studentId={student.id} phone={phone} />
          </section>
          <section aria-labelledby="details" className={classes.part}>
            <h2 id="details">Personal details</h2>
            <Details studentId={student.id} phone={phone} />
            <section aria-labelledby="devices" className={classes.part}>
              <h2 id="devices">Where you are logged in</h2>
              <SessionsSection studentId={student.id} phone={phone} />
            </section>
            <div className={classes.leave}>{signOutButton}</div>
          </section>
        </div>
      ) : null}
    </Page>
  );
}

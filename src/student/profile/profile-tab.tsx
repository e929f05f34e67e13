import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatInstant } from '../../lib/format/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { SessionsSection } from '../devices/sessions-section.tsx';
import { NotificationsSkeleton } from '../notifications/notifications-skeleton.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { studentQueries } from '../student.queries.ts';
import classes from '../student-area-page.module.css';
import { ProfileView } from './profile-view.tsx';

const NotificationsSection = lazyPart(async () => ({
  default: (await import('../notifications/notifications-section.tsx')).NotificationsSection,
}));

type ProfileTabProps = { studentId: string; phone: string | null };

function Details({ studentId, phone }: ProfileTabProps) {
  const { data: student, isError, isFetching, refetch, dataUpdatedAt } = useQuery(studentQueries.profile(studentId));
  if (!student && (isError || student === null))
    return (
      <LoadFailed
        message="Your details could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  if (!student)
    return (
      <SkeletonGroup label="Your details are loading" className="stack gap-3">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="3rem" />
        ))}
      </SkeletonGroup>
    );
  return <ProfileView student={student} lastUpdated={formatInstant(dataUpdatedAt)} />;
}

/**
 * Tab Profile: picture, completion, details with the form to edit them, the devices on which the student is signed in,
 * notifications, and the password.
 */
export function ProfileTab({ studentId, phone }: ProfileTabProps) {
  return (
    <div className={classes.columns}>
      <div className="stack packed shrink gap-4">
        <Details studentId={studentId} phone={phone} />
      </div>
      <div className="stack packed shrink gap-8">
        <section aria-labelledby="devices" className="stack gap-4">
          <h2 id="devices">Where you are logged in</h2>
          <SessionsSection studentId={studentId} phone={phone} />
        </section>
        <section aria-labelledby="notifications" className="stack gap-4">
          <h2 id="notifications">Notifications</h2>
          <Suspense fallback={<NotificationsSkeleton />}>
            <NotificationsSection studentId={studentId} phone={phone} />
          </Suspense>
        </section>
        <section aria-labelledby="password" className="stack gap-4">
          <h2 id="password">Password</h2>
          <PasswordSection studentId={studentId} phone={phone} />
        </section>
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../lib/format.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { SessionsSection } from '../devices/sessions-section.tsx';
import classes from '../profile-page.module.css';
import { studentQueries } from '../student.queries.ts';
import { ProfileView } from './profile-view.tsx';

type ProfileTabProps = { studentId: string; phone: string | null };

function Details({ studentId, phone }: ProfileTabProps) {
  const { data: student, isError, isFetching, refetch, dataUpdatedAt } = useQuery(studentQueries.profile(studentId));
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
  return <ProfileView student={student} asOf={formatInstant(dataUpdatedAt)} />;
}

/** Tab Profile: picture, completion and details with their form, and where the student is signed in. */
export function ProfileTab({ studentId, phone }: ProfileTabProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.part}>
        <Details studentId={studentId} phone={phone} />
      </div>
      <section aria-labelledby="devices" className={classes.part}>
        <h2 id="devices">Where you are logged in</h2>
        <SessionsSection studentId={studentId} phone={phone} />
      </section>
    </div>
  );
}

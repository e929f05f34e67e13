import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { SessionsSection } from '../devices/sessions-section.tsx';
import classes from '../profile-page.module.css';
import { studentQueries } from '../student.queries.ts';
import { ProfileDetails } from './profile-details.tsx';
import { ProfileEditor } from './profile-editor.tsx';

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

/** Tab Profile: the details with their form, and where the student is signed in. */
export function ProfileTab({ studentId, phone }: { studentId: string; phone: string | null }) {
  return (
    <div className={classes.columns}>
      <section aria-labelledby="details" className={classes.part}>
        <h2 id="details">Personal details</h2>
        <Details studentId={studentId} phone={phone} />
      </section>
      <section aria-labelledby="devices" className={classes.part}>
        <h2 id="devices">Where you are logged in</h2>
        <SessionsSection studentId={studentId} phone={phone} />
      </section>
    </div>
  );
}

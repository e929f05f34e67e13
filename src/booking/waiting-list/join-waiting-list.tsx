import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { CartAdd } from '../../../contract/cart.ts';
import { joinWaitingList, type WaitingEntry } from '../../../contract/waiting-lists.ts';
import { ApiError } from '../../lib/api.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { studentTabPath } from '../../student/student-area-address.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { focusIfLost } from '../../ui/page/use-focus-after-removal.ts';
import { waitingListMutations } from './waiting-list.mutations.ts';
import { waitingListQueries } from './waiting-list.queries.ts';

const PushOffer = lazyPart(async () => ({
  default: (await import('../../student/notifications/push-offer.tsx')).PushOffer,
}));

type JoinWaitingListProps = {
  add: CartAdd;
  /** The name of the course or package, for screen readers. */
  name: string;
  studentId: string | null;
  loginHref: string;
};

const batchIdsOf = (add: CartAdd) => (add.type === 'course' ? [add.batch_id] : add.batches.map((one) => one.batch_id));

function findEntry(entries: readonly WaitingEntry[], add: CartAdd): WaitingEntry | undefined {
  const wanted = new Set(batchIdsOf(add));
  return entries.find(
    ({ state, batches }) =>
      state !== 'ended' && batches.length === wanted.size && batches.every(({ batch_id }) => wanted.has(batch_id)),
  );
}

const myCourses = <PageLink href={studentTabPath('courses')}>My Courses</PageLink>;

/** Says why joining failed and what to do next. */
function JoinError({ error }: { error: Error }) {
  const isRefused = error instanceof ApiError && error.kind === 'refused';
  return (
    <p role="alert" className="small anywhere">
      {isRefused ? error.message : 'You could not join the list. Please try again.'}{' '}
      {isRefusal(error, joinWaitingList, 'EMAIL_NOT_VERIFIED')
        ? 'To verify it, log out and log in with a code sent to your email.'
        : null}
      {isRefusal(error, joinWaitingList, 'ALREADY_WAITING') ? <>Your place is shown in {myCourses}.</> : null}
    </p>
  );
}

/** Says which place the student has in the list, or that seats are on offer. */
function placeText({ state, place, batches }: WaitingEntry): string {
  if (state === 'offered') return `${batches.length > 1 ? 'Seats are' : 'A seat is'} held for you.`;
  return `You are on the waiting list, place ${place}. We will email you when a seat is free.`;
}

/** The button that joins a waiting list. Once the student is on the list, it is replaced by the place. */
export function JoinWaitingList({ add, name, studentId, loginHref }: JoinWaitingListProps) {
  const isOffline = useIsOffline();
  const { when } = useUnreachable();
  const join = useMutation(waitingListMutations.join(studentId ?? ''));
  // The student's waiting list entries. Joining adds the new entry to them, and the student's place in the list then
  // replaces the button.
  const { data: entries } = useQuery({
    ...waitingListQueries.list(studentId ?? ''),
    enabled: studentId !== null && !isOffline,
  });
  const entry = entries && findEntry(entries, add);
  if (entry)
    return (
      <div className="stack gap-2">
        <p role="status" className="small no-outline" tabIndex={-1} ref={join.data ? focusIfLost : null}>
          {placeText(entry)} See {myCourses}.
        </p>
        {studentId === null || !join.data ? null : (
          <Suspense>
            <PushOffer studentId={studentId} kind="seat" />
          </Suspense>
        )}
      </div>
    );
  if (studentId === null)
    return (
      <p className="small">
        <PageLink href={loginHref}>Login</PageLink> to join the waiting list.
      </p>
    );
  if (isOffline) return <p className="small">You can join the waiting list {when}.</p>;
  return (
    <div className="stack packed gap-1 left">
      <Button variant="outline" loading={join.isPending} onClick={() => join.mutate(add)}>
        Join waiting list
        <span className="visually-hidden">: {name}</span>
      </Button>
      {join.error ? <JoinError error={join.error} /> : null}
    </div>
  );
}

import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { WaitingEndReason, WaitingEntry } from '../../../contract/waiting-lists.ts';
import { ApiError } from '../../lib/api.ts';
import { formatDays, formatDeadline } from '../../lib/format/format.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { studentTabPath } from '../../student/student-area-address.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { waitingListMutations } from './waiting-list.mutations.ts';
import { waitingListQueries } from './waiting-list.queries.ts';

/** Whether the student waits for several batches together, as for a package. */
const hasMany = ({ batches }: WaitingEntry) => batches.length > 1;

type EndTexts = Record<WaitingEndReason, string>;
const endTexts: EndTexts = {
  booked: 'Ended: you have booked this course.',
  left: 'You left this list.',
  missed: 'Ended: the seat that we held for you was not booked in time.',
  removed: 'Ended: the academy took you off this list.',
  closed: 'Ended: this batch is closed for booking.',
  started: 'Ended: this batch has started.',
  cancelled: 'Ended: this batch was cancelled.',
};
const endTextsOfMany: EndTexts = {
  ...endTexts,
  booked: 'Ended: you have booked this package or one of its courses.',
  missed: 'Ended: the seats that we held for you were not booked in time.',
  closed: 'Ended: one of these batches is closed for booking.',
  started: 'Ended: one of these batches has started.',
  cancelled: 'Ended: one of these batches was cancelled.',
};

function Dates({ entry }: { entry: WaitingEntry }) {
  const { name, batches } = entry;
  return (
    <div className="stack">
      <h3 className="anywhere">{name}</h3>
      <ul className="stack packed soft small">
        {batches.map(({ batch_id, course_name, start_date, end_date }) => (
          <li key={batch_id} className="anywhere">
            {hasMany(entry) ? `${course_name}: ` : ''}
            {formatDays(start_date, end_date)}
          </li>
        ))}
      </ul>
    </div>
  );
}

type EntryProps = {
  entry: WaitingEntry;
  studentId: string;
  isOffline: boolean;
  onLeave: (entry: WaitingEntry) => void;
  onAccepted: () => void;
};

function Offer({ entry, studentId, isOffline, onLeave, onAccepted }: EntryProps) {
  const accept = useMutation(waitingListMutations.accept(studentId));
  const { when } = useUnreachable();
  if (entry.is_ordered)
    return (
      <Notice tone="waiting" title={`Your order holds ${hasMany(entry) ? 'these seats' : 'this seat'}`}>
        Finish the payment in <PageLink href={studentTabPath('bookings')}>My Orders</PageLink>, or book again.
      </Notice>
    );
  if (entry.offer_until === null) return <p className="small">This offer has ended.</p>;
  const { error } = accept;
  return (
    <Notice
      tone="success"
      title={hasMany(entry) ? 'Seats are held for you' : 'A seat is held for you'}
      action={
        isOffline ? (
          `You can book ${when}.`
        ) : (
          <div className="row wrap gap-3">
            <Button loading={accept.isPending} onClick={() => accept.mutate(entry, { onSuccess: onAccepted })}>
              Book now<span className="visually-hidden">: {entry.name}</span>
            </Button>
            <Button variant="subtle" onClick={() => onLeave(entry)}>
              {hasMany(entry) ? 'Give them up' : 'Give it up'}
              <span className="visually-hidden">: {entry.name}</span>
            </Button>
          </div>
        )
      }
    >
      Book by {formatDeadline(entry.offer_until)}. After that {hasMany(entry) ? 'they are' : 'it is'} offered to the
      next student.
      {error ? (
        <p role="alert">
          {error instanceof ApiError && error.kind === 'refused'
            ? error.message
            : 'That did not work. Please try again.'}
        </p>
      ) : null}
    </Notice>
  );
}

function Entry(props: EntryProps) {
  const { entry, isOffline, onLeave } = props;
  const { when } = useUnreachable();
  return (
    <li className="stack gap-3 panel ruled p-4">
      <Dates entry={entry} />
      {entry.state === 'offered' ? <Offer {...props} /> : null}
      {entry.state === 'waiting' ? (
        <div className="row wrap middle between gap-3">
          <p className="small">
            <strong>Place {entry.place}.</strong> We will email you when a seat is free.
          </p>
          {isOffline ? (
            <p className="soft small">You can leave the list {when}.</p>
          ) : (
            <Button variant="subtle" onClick={() => onLeave(entry)}>
              Leave the list<span className="visually-hidden">: {entry.name}</span>
            </Button>
          )}
        </div>
      ) : null}
      {entry.end_reason ? (
        <p className="soft small">{(hasMany(entry) ? endTextsOfMany : endTexts)[entry.end_reason]}</p>
      ) : null}
    </li>
  );
}

type WaitingListSectionProps = { studentId: string; onAccepted: () => void };

/**
 * The section of My Courses with the student's waiting lists. It renders nothing while they are loading, and nothing if
 * there are none.
 */
export function WaitingListSection({ studentId, onAccepted }: WaitingListSectionProps) {
  const { data: entries, isError } = useQuery(waitingListQueries.list(studentId));
  const isOffline = useIsOffline();
  const leave = useMutation(waitingListMutations.leave(studentId));
  const [leaving, setLeaving] = useState<WaitingEntry | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setLeaving(null);
  const closeAfterLeaving = () => {
    close();
    heading.current?.focus();
  };
  if (!entries && isError) return <p className="soft small">Your places in waiting lists could not be loaded.</p>;
  if (!entries || entries.length === 0) return null;
  const isOffer = leaving?.state === 'offered';
  const isForMany = leaving !== null && hasMany(leaving);
  return (
    <section aria-labelledby="waiting-lists" className="stack packed gap-3">
      <h2 id="waiting-lists" ref={heading} tabIndex={-1} className="no-outline">
        Waiting lists
      </h2>
      <ul className="stack packed shrink gap-3 wide-items" aria-label="Waiting lists">
        {entries.map((entry) => (
          <Entry key={entry.id} {...{ entry, studentId, isOffline, onAccepted }} onLeave={setLeaving} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={isOffer ? `Give up ${isForMany ? 'these seats' : 'this seat'}?` : 'Leave this waiting list?'}
        confirm={isOffer ? (isForMany ? 'Give them up' : 'Give it up') : 'Leave the list'}
        cancel="Cancel"
        isBusy={leave.isPending}
        onConfirm={() => leaving && leave.mutate(leaving, { onSuccess: closeAfterLeaving, onError: close })}
        onClose={close}
      >
        <p className="anywhere">
          {leaving?.name}:{' '}
          {isOffer ? `the ${isForMany ? 'seats are' : 'seat is'} offered to the next student.` : 'you lose your place.'}{' '}
          You can join again, at the end of the list.
        </p>
      </ConfirmDialog>
    </section>
  );
}

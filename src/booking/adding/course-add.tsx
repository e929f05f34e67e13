import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import type { Prerequisite } from '../../../contract/booking-warnings.ts';
import { createCartAddFlow } from '../../cart/changes/cart-add-flow.ts';
import { useAddEffects } from '../../cart/changes/use-add-effects.ts';
import { DatesNote } from '../../cart/warnings/dates-note.tsx';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { type BookingContext, createAddKey, type WaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { AddButton, addStage } from './add-button.tsx';
import { BatchMissing, InCartNote } from './add-notes.tsx';
import type { BegunCourse } from './course-choice.tsx';
import { useKnownAttendances } from './known-attendances.ts';
import { useOnce, useRestoredFocus } from './take-over.ts';

const JoinWaitingList = lazyPart(async () => ({
  default: (await import('../waiting-list/join-waiting-list.tsx')).JoinWaitingList,
}));

export type CourseAddProps = {
  course: { id: number; name: string; prerequisites: readonly Prerequisite[] };
  /** Batches that can be chosen. There is at least one. */
  batches: readonly Batch[];
  isInCart: boolean;
  /**
   * The outbox row that adds this course. `restoredKey`: the row's idempotency key, if an earlier visit or another tab
   * stored the row.
   */
  waiting?: WaitingAdd | undefined;
  restoredKey: string | undefined;
  begun: BegunCourse;
  /**
   * The HTML tag of the control that the student focused last before the state machine took over; null if there was
   * none.
   */
  lastFocused?: RefObject<string | null>;
  booking: BookingContext;
};

function initialBatch({ waiting, batches }: CourseAddProps): number | undefined {
  const wanted = waiting?.payload.type === 'course' ? waiting.payload.batch_id : undefined;
  return batches.some(({ id }) => id === wanted) ? wanted : undefined;
}

/**
 * The HTML tag of the control that gets the focus once the state machine is loaded: the one that the student used last.
 * Null if the student used none.
 */
function usedControl({ begun: { batchId, isAdd, isPreferred }, lastFocused }: CourseAddProps): string | null {
  if (isAdd) return 'button';
  if (lastFocused?.current) return lastFocused.current;
  return batchId === null || isPreferred ? null : 'select';
}

/** Batch selector and add button of a course, controlled by a state machine. */
export function CourseAdd(props: CourseAddProps) {
  const { course, batches, isInCart, waiting, begun, booking } = props;
  const flow = useMemo(() => createCartAddFlow(booking.adds), [booking.adds]);
  // If an earlier visit or another tab stored the add in the outbox, the state machine starts as queued and watches the
  // outbox row by its key. If the row was sent and removed while this script was loading, the machine starts as usual.
  const queuedKey = waiting && props.restoredKey;
  const input = { courseId: course.id, batches, batchId: initialBatch(props), queuedKey };
  const actor = useActorRef(flow.course, { input, ...watched });
  const state = useSelector(actor, (snapshot) => snapshot);
  const selectRef = useRef<HTMLSelectElement>(null);
  const controlsRef = useRestoredFocus(() => usedControl(props));
  const noteRef = useRestoredFocus(() => 'a');
  const [wasPressed, setWasPressed] = useState(false);
  const noteId = useId();
  const { attendances } = useKnownAttendances(booking);
  useAddEffects(booking.adds.outbox, actor);
  useEffect(() => {
    if (actor.getSnapshot().context.batches !== batches) actor.send({ type: 'batches.update', batches });
  }, [actor, batches]);

  useOnce(() => {
    if (begun.batchId !== null) actor.send({ type: 'batch.choose', batchId: begun.batchId });
    if (begun.isAdd) actor.send({ type: 'cart.add', key: createAddKey(booking) });
  });

  const { batchId, failure } = state.context;
  const stage = addStage(state, batchId !== null);
  if (isInCart && (stage === 'open' || stage === 'ready')) return <InCartNote name={course.name} ref={noteRef} />;

  const add = () => {
    const event = { type: 'cart.add', key: createAddKey(booking) } as const;
    if (state.can(event)) return actor.send(event);
    if (batchId !== null) return;
    setWasPressed(true);
    selectRef.current?.focus();
  };
  const isBatchMissing = wasPressed && batchId === null;
  const hasFailed = state.hasTag('failed') && failure !== null;

  const batch = batches.find(({ id }) => id === batchId);
  const choose = (id: number) => actor.send({ type: 'batch.choose', batchId: id });

  return (
    <div ref={controlsRef} className={classes.choice}>
      <BatchSelect
        name={course.name}
        batches={batches}
        chosen={batchId}
        isLocked={stage === 'adding' || stage === 'queued'}
        errorId={isBatchMissing || hasFailed ? noteId : undefined}
        ref={selectRef}
        onChoose={choose}
      />
      {batch && (stage === 'open' || stage === 'ready') ? (
        <DatesNote
          planned={{
            courseId: course.id,
            courseName: course.name,
            batch,
            prerequisites: course.prerequisites,
            source: 'chosen',
          }}
          attendances={attendances}
          batches={batches}
          isLive
          onChoose={choose}
        />
      ) : null}
      {isBatchMissing ? <BatchMissing id={noteId} /> : null}
      <AddButton
        state={state}
        stage={stage}
        label="Add to cart"
        waiting={waiting}
        booking={booking}
        noteId={noteId}
        onClick={add}
      />
      {hasFailed && failure.errorCode === 'BATCH_FULL' && batchId !== null ? (
        <Suspense>
          <JoinWaitingList
            key={batchId}
            add={{ type: 'course', course_id: course.id, batch_id: batchId }}
            name={course.name}
            studentId={booking.studentId}
            loginHref={booking.loginHref}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import type { Attendance, Prerequisite } from '../../../contract/booking-warnings.ts';
import { type ChosenBatches, selectionProgress } from '../../../machines/batch-rules.ts';
import { createCartAddFlow } from '../../cart/changes/cart-add-flow.ts';
import { useAddEffects } from '../../cart/changes/use-add-effects.ts';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { type BookingContext, createAddKey, type WaitingAdd } from '../booking-context.ts';
import { AddButton, addStage } from './add-button.tsx';
import { CallNote, InCartNote } from './add-notes.tsx';
import { EarliestDates } from './earliest-dates.tsx';
import { useKnownAttendances } from './known-attendances.ts';
import type { BegunPackage } from './package-choice.tsx';
import { PackageCourses } from './package-courses.tsx';
import { ProgressTicks } from './progress-ticks.tsx';
import { useRestoredFocus } from './take-over.ts';
import { unavailableCourses } from './unavailable-courses.ts';

/** A course of a package with the batches that can be chosen. */
export type PackageCourse = {
  id: number;
  name: string;
  prerequisites: readonly Prerequisite[];
  batches: readonly Batch[];
};

export type PackageAddProps = {
  offer: { id: number; name: string };
  courses: readonly PackageCourse[];
  isInCart: boolean;
  coursesInCart: ReadonlySet<number>;
  waiting: WaitingAdd | undefined;
  restoredKey: string | undefined;
  begun: BegunPackage;
  booking: BookingContext;
};

function initialBatches(waiting: WaitingAdd | undefined): ChosenBatches {
  if (waiting?.payload.type !== 'package') return {};
  return Object.fromEntries(waiting.payload.batches.map(({ course_id, batch_id }) => [course_id, batch_id]));
}

/** The batches that are chosen for the courses of the package, with the names of the courses. */
function chosenAttendances(courses: readonly PackageCourse[], chosen: ChosenBatches): Attendance[] {
  return courses.flatMap(({ id, name, prerequisites, batches }) => {
    const batch = batches.find((one) => one.id === chosen[id]);
    return batch ? [{ courseId: id, courseName: name, batch, prerequisites, source: 'chosen' }] : [];
  });
}

/**
 * For each control that a student may have pressed before the package's state machine was loaded: the CSS selector of
 * the element that gets the focus once it is loaded. `add` needs none: after a press on it, an effect focuses the first
 * batch selector that is still empty.
 */
const focusedControl = { add: null, earliest: 'button[data-earliest]', 'show courses': 'summary' } as const;

/** Batch selectors and add button of a package, controlled by its state machine. */
export function PackageAdd({ offer, courses, waiting, booking, ...props }: PackageAddProps) {
  const input = {
    packageId: offer.id,
    courses,
    chosen: initialBatches(waiting),
    // If the outbox still has the add from an earlier visit or another tab, the state machine starts as queued and
    // watches the row of the outbox.
    queuedKey: waiting && props.restoredKey,
  };
  const flow = useMemo(() => createCartAddFlow(booking.adds), [booking.adds]);
  const actor = useActorRef(flow.package, { input, ...watched });
  const state = useSelector(actor, (snapshot) => snapshot);
  const coursesRef = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(props.begun !== null);
  const controlsRef = useRestoredFocus(() => props.begun && focusedControl[props.begun]);
  const noteRef = useRestoredFocus(() => 'a');
  const { attendances, isLoading } = useKnownAttendances(booking);
  const noteId = useId();
  useAddEffects(booking.adds.outbox, actor);
  useEffect(() => {
    if (actor.getSnapshot().context.courses !== courses) actor.send({ type: 'courses.update', courses });
  }, [actor, courses]);

  const progress = selectionProgress(state.context);
  const stage = addStage(state, progress.remaining === 0);
  const isIdle = stage === 'open' || stage === 'ready';
  const isMissing = state.matches('choiceIncomplete');

  // If the add button is pressed before all batches are chosen, the list of courses opens, and the batch selector of
  // the first course without a batch gets the focus.
  const isFocusWanted = useRef(props.begun === 'add');
  useEffect(() => {
    if (!isFocusWanted.current || !isOpen) return;
    isFocusWanted.current = false;
    const selects = coursesRef.current?.querySelectorAll('select') ?? [];
    [...selects].find(({ value }) => value === '')?.focus();
  });

  if (props.isInCart && isIdle) return <InCartNote name={offer.name} ref={noteRef} />;
  if (state.matches('unavailable'))
    return (
      <CallNote
        text={`This package can't be booked now: no batch with seats for ${unavailableCourses(courses)}`}
        phone={booking.phone}
      />
    );

  const add = () => {
    if (!isIdle) return;
    const wasOpen = isOpen;
    if (progress.remaining > 0) {
      isFocusWanted.current = true;
      setIsOpen(true);
    }
    // If the list of courses was closed and not every batch is chosen, the press only opens the list. Courses without a
    // batch are marked only at the next press, when the student has seen what to choose.
    if (progress.remaining === 0 || wasOpen) actor.send({ type: 'package.add', key: createAddKey(booking) });
  };
  const choose = (courseId: number, batchId: number) => actor.send({ type: 'batch.choose', courseId, batchId });
  const planned = chosenAttendances(courses, state.context.chosen);
  const isOwn = ({ courseId }: Attendance) => courses.some(({ id }) => id === courseId);
  // Leave out batches in the cart that belong to a course of this package. A clash with them does not matter, because
  // the student must remove that course from the cart before adding the package.
  const others = attendances.filter((one) => one.source === 'booked' || !isOwn(one));
  return (
    <div ref={controlsRef} className="stack packed shrink gap-2-5">
      <p className="row middle gap-3 small medium">
        <ProgressTicks chosen={progress.chosen} total={progress.total} />
        {progress.chosen} of {progress.total} selected
      </p>
      {isIdle ? (
        <EarliestDates
          name={offer.name}
          courses={courses}
          planned={planned}
          others={others}
          isLoading={isLoading}
          wasPressed={props.begun === 'earliest'}
          onPlan={(batchIds) => {
            setIsOpen(true);
            for (const [courseId, batchId] of Object.entries(batchIds)) choose(Number(courseId), batchId);
          }}
        />
      ) : null}
      <PackageCourses
        ref={coursesRef}
        courses={courses}
        chosen={state.context.chosen}
        coursesInCart={props.coursesInCart}
        isOpen={isOpen}
        isLocked={!isIdle}
        errorId={isMissing ? noteId : undefined}
        onToggle={setIsOpen}
        planned={planned}
        attendances={[...others, ...planned]}
        onChoose={choose}
        onClear={(courseId) => actor.send({ type: 'batch.clear', courseId })}
      />
      <AddButton
        state={state}
        stage={stage}
        label={stage === 'ready' ? 'Add Package' : `Select ${progress.remaining} More Course(s)`}
        waiting={waiting}
        booking={booking}
        noteId={noteId}
        data-kind="package"
        onClick={add}
        {...(isMissing ? { 'aria-describedby': noteId } : {})}
      />
    </div>
  );
}

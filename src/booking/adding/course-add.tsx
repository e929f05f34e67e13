import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import { useAddEffects } from '../../cart/changes/use-add-effects.ts';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { watched } from '../../lib/machine-log/live-machines.ts';
import { type BookingContext, createAddKey, type WaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { AddButton, addStage } from './add-button.tsx';
import { InCartNote } from './add-notes.tsx';

type CourseAddProps = {
  course: { id: number; name: string };
  /** Batches that can be chosen. There is at least one. */
  batches: readonly Batch[];
  preferredBatch?: number | undefined;
  isInCart: boolean;
  /** The outbox row that adds this course. `restoredKey`: its key, if an earlier visit or another tab made the row. */
  waiting?: WaitingAdd | undefined;
  restoredKey: string | undefined;
  booking: BookingContext;
};

function initialBatch({ waiting, preferredBatch, batches }: CourseAddProps): number | undefined {
  const wanted = waiting?.payload.type === 'course' ? waiting.payload.batch_id : preferredBatch;
  return batches.some(({ id }) => id === wanted) ? wanted : undefined;
}

/** Batch selector and add button of a course, controlled by its machine. */
export function CourseAdd(props: CourseAddProps) {
  const { course, batches, isInCart, waiting, booking } = props;
  const input = { courseId: course.id, batches, batchId: initialBatch(props), queuedKey: props.restoredKey };
  const actor = useActorRef(booking.flow.course, { input, ...watched });
  const state = useSelector(actor, (snapshot) => snapshot);
  const selectRef = useRef<HTMLSelectElement>(null);
  const [wasPressed, setWasPressed] = useState(false);
  const noteId = useId();
  useAddEffects(booking.flow.outbox, actor);
  useEffect(() => {
    if (actor.getSnapshot().context.batches !== batches) actor.send({ type: 'batches.update', batches });
  }, [actor, batches]);

  const { batchId, failure } = state.context;
  const stage = addStage(state, batchId !== null);
  if (isInCart && (stage === 'open' || stage === 'ready')) return <InCartNote name={course.name} />;

  const add = () => {
    const event = { type: 'cart.add', key: createAddKey(booking) } as const;
    if (state.can(event)) return actor.send(event);
    if (batchId !== null) return;
    setWasPressed(true);
    selectRef.current?.focus();
  };
  const isBatchMissing = wasPressed && batchId === null;
  const hasFailed = state.hasTag('failed') && failure !== null;

  return (
    <div className="stack packed shrink gap-2-5">
      <BatchSelect
        name={course.name}
        batches={batches}
        chosen={batchId}
        isLocked={stage === 'adding' || stage === 'queued'}
        errorId={isBatchMissing || hasFailed ? noteId : undefined}
        ref={selectRef}
        onChoose={(id) => actor.send({ type: 'batch.choose', batchId: id })}
      />
      {isBatchMissing ? (
        <p id={noteId} role="alert" className={`row gap-2 tint small ${classes.addNote}`} data-tone="error">
          Choose a batch first.
        </p>
      ) : null}
      <AddButton
        state={state}
        stage={stage}
        label="Add to cart"
        waiting={waiting}
        booking={booking}
        noteId={noteId}
        onClick={add}
      />
    </div>
  );
}

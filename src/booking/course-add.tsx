import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Batch } from '../../contract/batch.ts';
import { useAddEffects } from '../cart/use-add-effects.ts';
import { BatchSelect } from '../catalogue/batch-select.tsx';
import { watched } from '../lib/live-machines.ts';
import { AddButton, type AddStage } from './add-button.tsx';
import classes from './add-notes.module.css';
import { FailureNote, InCartNote, QueuedNote } from './add-notes.tsx';
import { type BookingDesk, newKey, type WaitingAdd } from './booking-desk.ts';

const labels: Record<AddStage, string> = {
  open: 'Add to cart',
  ready: 'Add to cart',
  adding: 'Adding...',
  added: 'Added',
  queued: 'Waiting for connection',
};

type CourseAddProps = {
  course: { id: number; name: string };
  /** Batches that can be chosen; at least one. */
  batches: readonly Batch[];
  preferredBatch?: number | undefined;
  isInCart: boolean;
  /** An add of this course on its way, and its key where another visit or tab made it. */
  waiting?: WaitingAdd | undefined;
  foreignKey: string | undefined;
  desk: BookingDesk;
};

function chosenAtFirst({ waiting, preferredBatch, batches }: CourseAddProps): number | undefined {
  const wanted = waiting?.payload.type === 'course' ? waiting.payload.batch_id : preferredBatch;
  return batches.some(({ id }) => id === wanted) ? wanted : undefined;
}

/** Batch selector and add button of a course; the machine decides what they do (document 1, section 4). */
export function CourseAdd(props: CourseAddProps) {
  const { course, batches, isInCart, waiting, desk } = props;
  const input = { courseId: course.id, batches, batchId: chosenAtFirst(props), queuedKey: props.foreignKey };
  const actor = useActorRef(desk.flow.course, { input, ...watched });
  const state = useSelector(actor, (snapshot) => snapshot);
  const selectRef = useRef<HTMLSelectElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const noteId = useId();
  useAddEffects(desk.flow.outbox, actor);
  useEffect(() => {
    if (actor.getSnapshot().context.batches !== batches) actor.send({ type: 'batches.update', batches });
  }, [actor, batches]);

  const { batchId, failure } = state.context;
  const resting = batchId === null ? 'open' : 'ready';
  const stage: AddStage =
    state.value === 'adding' || state.value === 'added' || state.value === 'queued' ? state.value : resting;
  if (isInCart && (stage === 'open' || stage === 'ready')) return <InCartNote name={course.name} />;

  const add = () => {
    const event = { type: 'cart.add', key: newKey(desk) } as const;
    if (state.can(event)) return actor.send(event);
    if (batchId !== null) return;
    setIsAsked(true);
    selectRef.current?.focus();
  };
  const isBatchMissing = isAsked && batchId === null;
  const shownFailure = state.hasTag('failed') ? failure : null;

  return (
    <div className={classes.adding}>
      <BatchSelect
        name={course.name}
        batches={batches}
        chosen={batchId}
        isLocked={stage === 'adding' || stage === 'queued'}
        faultId={isBatchMissing || shownFailure ? noteId : undefined}
        ref={selectRef}
        onChoose={(id) => actor.send({ type: 'batch.choose', batchId: id })}
      />
      {isBatchMissing ? (
        <p id={noteId} role="alert" className={classes.note} data-tone="wrong">
          Choose a batch first.
        </p>
      ) : null}
      {shownFailure ? <FailureNote id={noteId} failure={shownFailure} loginHref={desk.loginHref} /> : null}
      <AddButton stage={stage} onClick={add}>
        {labels[stage]}
      </AddButton>
      {stage === 'queued' ? (
        <QueuedNote needsLogin={waiting?.state === 'needsAuth'} loginHref={desk.loginHref} />
      ) : null}
    </div>
  );
}

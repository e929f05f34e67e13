import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Batch } from '../../contract/batch.ts';
import { type ChosenBatches, coursesWithoutBatches, selectionProgress } from '../../machines/batch-rules.ts';
import { useAddEffects } from '../cart/use-add-effects.ts';
import { watched } from '../lib/live-machines.ts';
import { AddButton, type AddStage } from './add-button.tsx';
import classes from './add-notes.module.css';
import { CallNote, FailureNote, InCartNote, QueuedNote } from './add-notes.tsx';
import { type BookingDesk, newKey, type WaitingAdd } from './booking-desk.ts';
import { PackageParts } from './package-parts.tsx';
import { ProgressTicks } from './progress-ticks.tsx';

/** A course of a package with the batches that can be chosen. */
export type PackagePart = { id: number; name: string; batches: readonly Batch[] };

type PackageAddProps = {
  offer: { id: number; name: string };
  parts: readonly PackagePart[];
  isInCart: boolean;
  coursesInCart: ReadonlySet<number>;
  waiting: WaitingAdd | undefined;
  foreignKey: string | undefined;
  desk: BookingDesk;
};

function chosenAtFirst(waiting: WaitingAdd | undefined): ChosenBatches {
  if (waiting?.payload.type !== 'package') return {};
  return Object.fromEntries(waiting.payload.batches.map(({ course_id, batch_id }) => [course_id, batch_id]));
}

function buttonText(stage: AddStage, remaining: number): string {
  if (stage === 'adding') return 'Adding...';
  if (stage === 'added') return 'Added';
  if (stage === 'queued') return 'Waiting for connection';
  return stage === 'ready' ? 'Add Package' : `Select ${remaining} More Course(s)`;
}

/** Names of the courses that keep a package from being booked. */
function lacking(parts: readonly PackagePart[]): string {
  const ids = coursesWithoutBatches(parts);
  return parts.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');
}

/** Batches of a package's courses and its add button; the machine decides what they do (document 1, section 4). */
export function PackageAdd({ offer, parts, waiting, desk, ...props }: PackageAddProps) {
  const input = {
    packageId: offer.id,
    courses: parts,
    chosen: chosenAtFirst(waiting),
    queuedKey: props.foreignKey,
  };
  const actor = useActorRef(desk.flow.package, { input, ...watched });
  const state = useSelector(actor, (snapshot) => snapshot);
  const partsRef = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const noteId = useId();
  useAddEffects(desk.flow.outbox, actor);
  useEffect(() => {
    if (actor.getSnapshot().context.courses !== parts) actor.send({ type: 'courses.update', courses: parts });
  }, [actor, parts]);

  const { chosen, failure } = state.context;
  const progress = selectionProgress(state.context);
  const resting = progress.remaining === 0 ? 'ready' : 'open';
  const stage: AddStage =
    state.value === 'adding' || state.value === 'added' || state.value === 'queued' ? state.value : resting;
  const isResting = stage === resting;
  const isMissing = state.matches('choiceIncomplete');

  // The first course without a batch is where an early press leads.
  useEffect(() => {
    if (isMissing && isOpen) partsRef.current?.querySelector<HTMLSelectElement>('select[aria-invalid]')?.focus();
  }, [isMissing, isOpen]);

  if (props.isInCart && isResting) return <InCartNote name={offer.name} />;
  if (state.matches('unavailable'))
    return (
      <CallNote
        text={`This package can't be booked now: no batch with seats for ${lacking(parts)}`}
        phone={desk.phone}
      />
    );

  const add = () => {
    if (!isResting) return;
    if (progress.remaining > 0) setIsOpen(true);
    actor.send({ type: 'package.add', key: newKey(desk) });
  };
  return (
    <div className={classes.adding}>
      <p className={classes.progress}>
        <ProgressTicks chosen={progress.chosen} total={progress.total} />
        {progress.chosen} of {progress.total} selected
      </p>
      <PackageParts
        ref={partsRef}
        parts={parts}
        chosen={chosen}
        coursesInCart={props.coursesInCart}
        isOpen={isOpen}
        isLocked={stage === 'adding' || stage === 'queued'}
        faultId={isMissing ? noteId : undefined}
        onToggle={setIsOpen}
        onChoose={(courseId, batchId) => actor.send({ type: 'batch.choose', courseId, batchId })}
        onClear={(courseId) => actor.send({ type: 'batch.clear', courseId })}
      />
      {state.hasTag('failed') && failure ? (
        <FailureNote id={noteId} failure={failure} loginHref={desk.loginHref} />
      ) : null}
      <AddButton stage={stage} data-kind="package" onClick={add} {...(isMissing ? { 'aria-describedby': noteId } : {})}>
        {buttonText(stage, progress.remaining)}
      </AddButton>
      {stage === 'queued' ? (
        <QueuedNote needsLogin={waiting?.state === 'needsAuth'} loginHref={desk.loginHref} />
      ) : null}
    </div>
  );
}

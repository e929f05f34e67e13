import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { waitingText } from '../../cart/changes/queue-reason.ts';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { isRecorded } from '../../lib/machine-log/is-recorded.ts';
import { useConnection } from '../../offline/connection/page-connection.ts';
import classes from '../booking-page.module.css';
import { BatchMissing, InCartNote } from './add-notes.tsx';
import type { CourseAddProps } from './course-add.tsx';
import { preloadOnTouch } from './preload-on-touch.ts';
import { storeUnlessLoaded } from './store-add.ts';
import { type Loadable, useMachineCode } from './take-over.ts';

const load = () => import('./course-add.tsx');
const preload = preloadOnTouch(load);
const machinePart: Loadable<Awaited<ReturnType<typeof load>>> = { load, code: null };

/**
 * What the student did on the card before its state machine was loaded. `batchId`: the chosen batch, or null; `isAdd`:
 * pressed the add button with a batch chosen; `isPreferred`: the batch was chosen on another page.
 */
export type BegunCourse = { batchId: number | null; isAdd: boolean; isPreferred?: boolean };
const nothing: BegunCourse = { batchId: null, isAdd: false };

type CourseChoiceProps = Omit<CourseAddProps, 'begun' | 'lastFocused'> & { preferredBatch?: number | undefined };

/**
 * Batch selector and add button of a course. The state machine that adds the course is loaded only when the student has
 * chosen a batch, so that a list of many courses starts without any machine (decision 133, “Render the first offers of
 * Book Online for signed-in students”).
 */
export function CourseChoice({ preferredBatch, ...props }: CourseChoiceProps) {
  const { course, batches, isInCart, restoredKey, waiting, booking } = props;
  const preferred = batches.find(({ id }) => id === preferredBatch)?.id ?? null;
  const [begun, setBegun] = useState<BegunCourse | null>(restoredKey ? nothing : null);
  const stored = waiting?.payload.type === 'course' ? waiting.payload.batch_id : null;
  const [chosen, setChosen] = useState(stored ?? preferred);
  const [isMissing, setMissing] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const selectRef = useRef<HTMLSelectElement>(null);
  // The tag name of the control that last got the focus. It is in a ref, because a state would render again whenever
  // the focus moves, which could replace a button that is being pressed.
  const lastFocused = useRef<string>(null);
  const { code, ref: pressRef } = useMachineCode(machinePart, begun !== null);
  const controlsRef = useCallback(
    (element: HTMLElement | null) => {
      preload(element);
      element?.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element) lastFocused.current = target.localName;
      });
      return pressRef(element);
    },
    [pressRef],
  );
  const noteId = useId();
  const connectionState = useConnection();
  useEffect(() => {
    if (isRecorded(window)) setBegun((before) => before ?? nothing);
  }, []);
  // Load the state machine at once if a batch is chosen already: on another page, or on this page before its scripts
  // ran. The simple controls shown until then do not warn of clashing dates.
  useEffect(() => {
    const batchId = Number(selectRef.current?.value) || preferred;
    if (batchId === null) return;
    setChosen(batchId);
    setBegun((before) => before ?? { batchId, isAdd: false, isPreferred: batchId === preferred });
  }, [preferred]);
  if (isInCart && !begun) return <InCartNote name={course.name} />;

  const choose = (batchId: number) => {
    setChosen(batchId);
    setBegun({ batchId, isAdd: false });
  };
  const add = async () => {
    if (chosen === null) {
      setMissing(true);
      selectRef.current?.focus();
      return;
    }
    setPressed(true);
    const payload = { type: 'course' as const, course_id: course.id, batch_id: chosen };
    const isStored = await storeUnlessLoaded(load, booking.adds, payload);
    setPressed(false);
    setBegun(isStored ? null : { batchId: chosen, isAdd: true });
  };
  // Until the state machine is loaded, show the course as queued if the outbox has a row that adds it.
  const isStored = waiting !== undefined && !begun?.isAdd;
  const isAdding = isPressed || (begun?.isAdd ?? false);
  const stage = isStored ? 'queued' : isAdding ? 'adding' : chosen === null ? 'open' : 'ready';
  const controls = (
    <div ref={controlsRef} className={classes.choice}>
      <BatchSelect
        name={course.name}
        batches={batches}
        chosen={chosen}
        isLocked={isAdding || isStored}
        errorId={isMissing && chosen === null ? noteId : undefined}
        ref={selectRef}
        onChoose={choose}
      />
      {isMissing && chosen === null ? <BatchMissing id={noteId} /> : null}
      <button
        type="button"
        className={classes.add}
        data-stage={stage}
        aria-disabled={isAdding || isStored || undefined}
        onClick={isAdding || isStored ? undefined : () => void add()}
      >
        {isStored ? waitingText(booking.isOnline, connectionState) : isAdding ? 'Adding...' : 'Add to cart'}
      </button>
    </div>
  );
  if (!begun || isPressed || !code) return controls;
  return <code.CourseAdd {...props} {...{ begun, lastFocused }} />;
}

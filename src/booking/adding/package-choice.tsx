import { useCallback, useEffect, useState } from 'react';
import { isRecorded } from '../../lib/machine-log/is-recorded.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from '../booking-page.module.css';
import { CallNote, InCartNote } from './add-notes.tsx';
import { EarliestButton } from './earliest-button.tsx';
import type { PackageAddProps } from './package-add.tsx';
import { preloadOnTouch } from './preload-on-touch.ts';
import { ProgressTicks } from './progress-ticks.tsx';
import { type Loadable, useMachineCode } from './take-over.ts';
import { unavailableCourses } from './unavailable-courses.ts';

const load = () => import('./package-add.tsx');
const preload = preloadOnTouch(load);
const machinePart: Loadable<Awaited<ReturnType<typeof load>>> = { load, code: null };

/**
 * If the script with the package's state machine has not loaded after this many milliseconds, the card says that it
 * waits for the connection.
 */
const lateMs = 3000;

/** What the student pressed on the package's card before its state machine was loaded; null if nothing. */
export type BegunPackage = 'show courses' | 'earliest' | 'add' | null;

/**
 * The controls on a package's card: how many batches are chosen, the list of courses and the buttons. The batch
 * selectors and the package's state machine are loaded when the student opens the list or presses a button (decision
 * 133, “Render the first offers of Book Online for signed-in students”).
 */
export function PackageChoice(props: Omit<PackageAddProps, 'begun'>) {
  const { offer, courses, isInCart, restoredKey, booking } = props;
  const [begun, setBegun] = useState<BegunPackage | 'restore'>(restoredKey ? 'restore' : null);
  const { code, isLoading, ref: pressRef } = useMachineCode(machinePart, begun !== null);
  const { whenBack } = useUnreachable();
  const controlsRef = useCallback(
    (element: HTMLElement | null) => {
      preload(element);
      return pressRef(element);
    },
    [pressRef],
  );
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isLoading]);
  const missing = unavailableCourses(courses);
  useEffect(() => {
    if (isRecorded(window)) setBegun((before) => before ?? 'restore');
  }, []);
  if (isInCart && !begun) return <InCartNote name={offer.name} />;
  if (missing && !begun)
    return (
      <CallNote text={`This package can't be booked now: no batch with seats for ${missing}`} phone={booking.phone} />
    );
  const controls = (
    <div ref={controlsRef} className="stack packed shrink gap-2-5">
      <p className="row middle gap-3 small medium">
        <ProgressTicks chosen={0} total={courses.length} />0 of {courses.length} selected
      </p>
      <div className="stack gap-1-5">
        <EarliestButton name={offer.name} isBusy={begun === 'earliest'} onClick={() => setBegun('earliest')} />
        <p role="status" className="small">
          {!isLoading || begun === 'restore'
            ? ''
            : isLate || !booking.isOnline
              ? `The courses will load ${whenBack}.`
              : 'Loading…'}
        </p>
      </div>
      <details
        // If the student opened the list before hydration, the `toggle` event was lost, so look at the element's state.
        ref={(element) => {
          if (element?.open) setBegun((before) => before ?? 'show courses');
        }}
        className={`no-marker ${classes.courses}`}
        open={begun !== null && begun !== 'restore'}
        onToggle={({ currentTarget }) => currentTarget.open && setBegun((before) => before ?? 'show courses')}
      >
        <summary>
          Show courses and batches
          <Icon name="chevronDown" size={18} className={classes.packageMark} />
        </summary>
      </details>
      <button
        type="button"
        className={classes.add}
        data-stage="open"
        data-kind="package"
        aria-busy={begun === 'add' || undefined}
        onClick={() => setBegun((before) => (before === 'earliest' ? before : 'add'))}
      >
        Select {courses.length} More Course(s)
      </button>
    </div>
  );
  if (!begun || !code) return controls;
  return <code.PackageAdd {...props} begun={begun === 'restore' ? null : begun} />;
}

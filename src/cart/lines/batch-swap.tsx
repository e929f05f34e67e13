import { useId } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import type { CartItem } from '../../../contract/cart.ts';
import { compareDays } from '../../../contract/days.ts';
import { nearlyFullSeats } from '../../../contract/limits.ts';
import type { LineCourse } from '../../../machines/cart-lines.ts';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { SeatCount } from '../../catalogue/seat-count.tsx';
import { formatDays } from '../../lib/format/format.ts';
import classes from '../cart.module.css';
import { otherBatches, type SwapControls } from './swap-controls.ts';

/** The dates of a batch, struck through if it cannot be booked. */
export function FixedBatch({ course: { batch, trouble } }: { course: Pick<LineCourse, 'batch' | 'trouble'> }) {
  const isScarce = trouble === null && batch.available <= nearlyFullSeats;
  return (
    <p className={`row wrap soft small ${classes.batch}`} data-trouble={trouble !== null || undefined}>
      <span className={`nowrap ${classes.days}`}>{formatDays(batch.start_date, batch.end_date)}</span>
      {isScarce ? <SeatCount seats={batch.available} /> : null}
    </p>
  );
}

/**
 * Adds the chosen batch to the options, sorted by date. While the options are loading or outdated, they may lack that
 * batch.
 */
function withChosen(batches: readonly Batch[], { batch, trouble }: LineCourse): readonly Batch[] {
  if (trouble !== null || batches.some(({ id }) => id === batch.id)) return batches;
  return [...batches, batch].sort((one, other) => compareDays(one.start_date, other.start_date));
}

type BatchSwapProps = { line: CartItem; course: LineCourse; controls: SwapControls };

/** Selector for the batch of a course in the cart: the current one and the others that have seats. */
export function BatchSwap({ line, course, controls }: BatchSwapProps) {
  const errorId = useId();
  const { courseId, courseName, batch, trouble } = course;
  const { pendingSwap } = controls;
  // The selector is not disabled while a batch chosen in it is being saved, because a disabled control loses the focus.
  const isSwappingThis = pendingSwap?.courseId === courseId;
  const failure = controls.failureOf(courseId);
  if (controls.status === 'offline') return trouble === null ? <FixedBatch course={course} /> : null;
  // A single batch is shown in a selector too, so that the layout does not shift when the other batches are loaded.
  const canChoose = trouble === null || otherBatches(controls, courseId, batch.id).length > 0;
  return (
    <div className={`stack gap-1-5 ${classes.swap}`}>
      {canChoose ? (
        <BatchSelect
          name={courseName}
          batches={withChosen(controls.batchesOf(courseId), course)}
          chosen={isSwappingThis ? pendingSwap.batchId : trouble === null ? batch.id : null}
          placeholder="Choose another batch"
          isLocked={pendingSwap !== null && !isSwappingThis}
          errorId={failure ? errorId : undefined}
          onChoose={(batchId) => (pendingSwap ? undefined : controls.swap(line, courseId, batchId))}
        />
      ) : null}
      {failure ? (
        <p id={errorId} role="alert" className="port small">
          {failure}
        </p>
      ) : null}
    </div>
  );
}

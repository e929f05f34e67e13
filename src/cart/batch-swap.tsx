import { useId } from 'react';
import type { Batch } from '../../contract/batch.ts';
import type { CartItem } from '../../contract/cart.ts';
import { nearlyFullSeats } from '../../contract/limits.ts';
import { BatchSelect } from '../catalogue/batch-select.tsx';
import { SeatCount } from '../catalogue/seat-count.tsx';
import { formatDays } from '../lib/format.ts';
import classes from './cart.module.css';
import type { LinePart } from './line-parts.ts';
import { otherBatches, type SwapDesk } from './swap-desk.ts';

/** The batch as it is; struck through where it cannot be booked. */
export function FixedBatch({ part: { batch, trouble } }: { part: Pick<LinePart, 'batch' | 'trouble'> }) {
  const isScarce = trouble === null && batch.available <= nearlyFullSeats;
  return (
    <p className={classes.batch} data-trouble={trouble !== null || undefined}>
      <span className={classes.days}>{formatDays(batch.start_date, batch.end_date)}</span>
      {isScarce ? <SeatCount seats={batch.available} /> : null}
    </p>
  );
}

/** The chosen batch among the others, by their beginning: it can be bookable and yet not be listed for a moment. */
function withChosen(batches: readonly Batch[], { batch, trouble }: LinePart): readonly Batch[] {
  if (trouble !== null || batches.some(({ id }) => id === batch.id)) return batches;
  return [...batches, batch].sort((one, other) => one.start_date.localeCompare(other.start_date));
}

type BatchSwapProps = { line: CartItem; part: LinePart; desk: SwapDesk };

/** The batch of a course in the cart, and the others with seats that it can have instead (document 1, section 5). */
export function BatchSwap({ line, part, desk }: BatchSwapProps) {
  const faultId = useId();
  const { courseId, courseName, batch, trouble } = part;
  const { underWay } = desk;
  // Not locked itself: a control that is disabled under the finger loses the focus.
  const isMine = underWay?.courseId === courseId;
  const failure = desk.failureOf(courseId);
  if (desk.standing === 'offline') return trouble === null ? <FixedBatch part={part} /> : null;
  // With one batch alone it stays a selector, so that nothing moves when the others arrive.
  const canChoose = trouble === null || otherBatches(desk, courseId, batch.id).length > 0;
  return (
    <div className={classes.swap}>
      {canChoose ? (
        <BatchSelect
          name={courseName}
          batches={withChosen(desk.batchesOf(courseId), part)}
          chosen={isMine ? underWay.batchId : trouble === null ? batch.id : null}
          placeholder="Choose another batch"
          isLocked={underWay !== null && !isMine}
          faultId={failure ? faultId : undefined}
          onChoose={(batchId) => (underWay ? undefined : desk.swap(line, courseId, batchId))}
        />
      ) : null}
      {failure ? (
        <p id={faultId} role="alert" className={classes.fault}>
          {failure}
        </p>
      ) : null}
    </div>
  );
}

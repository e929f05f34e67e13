import type { Batch } from '../../contract/batch.ts';
import { formatDay } from '../lib/format/format.ts';
import classes from './seat-count.module.css';
import { SeatCount } from './seat-count.tsx';
import { fullBatches, nextBookable } from './upcoming-batches.ts';

/** Date and seats of the next bookable batch, or why there is none. */
export function NextBatch({ batches, today }: { batches: readonly Batch[]; today: string }) {
  const next = nextBookable(batches, today);
  if (next) {
    return (
      <span className={`wrap middle ${classes.next}`}>
        <time dateTime={next.start_date}>{formatDay(next.start_date)}</time>
        <SeatCount seats={next.available} />
      </span>
    );
  }
  return (
    <span className="soft">{fullBatches(batches, today).length > 0 ? 'All batches full' : 'Yet to be scheduled'}</span>
  );
}

import type { Batch } from '../../contract/batch.ts';
import { formatDays } from '../lib/format.ts';
import classes from './batch-list.module.css';
import { SeatCount } from './seat-count.tsx';
import { isBookable, upcomingBatches } from './upcoming-batches.ts';

const shownAtFirst = 4;

function BatchRow({ batch, today }: { batch: Batch; today: string }) {
  const isClosed = batch.status === 'closed';
  return (
    <li className={classes.row} data-open={isBookable(batch, today)}>
      <span className={classes.days}>{formatDays(batch.start_date, batch.end_date)}</span>
      {isClosed ? <span className={classes.closed}>Closed</span> : <SeatCount seats={batch.available} />}
    </li>
  );
}

type BatchListProps = { batches: readonly Batch[]; today: string; phone: string | null };

/** The coming batches with their seats; the first four at once, the rest on asking. */
export function BatchList({ batches, today, phone }: BatchListProps) {
  const upcoming = upcomingBatches(batches, today);
  const later = upcoming.slice(shownAtFirst);
  return (
    <section className={classes.batches} aria-labelledby="batches">
      <h2 id="batches">Next batches</h2>
      {upcoming.length === 0 ? (
        <p>Batches are yet to be scheduled{phone ? `. Call admissions: ${phone}` : ''}</p>
      ) : null}
      <ul className={classes.rows}>
        {upcoming.slice(0, shownAtFirst).map((batch) => (
          <BatchRow key={batch.id} batch={batch} today={today} />
        ))}
      </ul>
      {later.length > 0 ? (
        <details className={classes.later}>
          <summary>{later.length} later batches</summary>
          <ul className={classes.rows}>
            {later.map((batch) => (
              <BatchRow key={batch.id} batch={batch} today={today} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

import type { Batch } from '../../../contract/batch.ts';
import { formatDays } from '../../lib/format/format.ts';
import { SeatCount } from '../seat-count.tsx';
import { isBookable, upcomingBatches } from '../upcoming-batches.ts';
import { BookLink } from './book-link.tsx';
import { CourseAsOf } from './course-as-of.tsx';
import classes from './course-page.module.css';

const shownAtFirst = 4;

type BatchRowProps = { batch: Batch; courseId: number; today: string };

/**
 * Dates and seats of a batch, with a link to Book Online that books the batch or, if it is full, opens its waiting
 * list.
 */
function BatchRow({ batch, courseId, today }: BatchRowProps) {
  const isClosed = batch.status === 'closed';
  const isOpen = isBookable(batch, today);
  const isFull = !isClosed && batch.available === 0;
  const days = formatDays(batch.start_date, batch.end_date);
  return (
    <li className={classes.row} data-open={isOpen}>
      <span className={`soft ${classes.days}`}>{days}</span>
      {isClosed ? <span className="soft">Closed</span> : <SeatCount seats={batch.available} />}
      {isOpen || isFull ? (
        <BookLink courseId={courseId} batch={batch} isRow className={`touch strong screen-only ${classes.book}`}>
          {isFull ? 'Waiting list' : 'Book'} <span className="visually-hidden">{days}</span>
        </BookLink>
      ) : null}
    </li>
  );
}

type BatchListProps = { batches: readonly Batch[]; courseId: number; today: string; phone: string | null };

/** The upcoming batches of a course. All but the first four are collapsed. */
export function BatchList({ batches, courseId, today, phone }: BatchListProps) {
  const upcoming = upcomingBatches(batches, today);
  const later = upcoming.slice(shownAtFirst);
  return (
    <section className="stack gap-3" aria-labelledby="batches">
      <h2 id="batches">Next batches</h2>
      <CourseAsOf courseId={courseId} />
      {upcoming.length === 0 ? (
        <p>Batches are yet to be scheduled{phone ? `. Call admissions: ${phone}` : ''}</p>
      ) : null}
      <ul className={classes.rows}>
        {upcoming.slice(0, shownAtFirst).map((batch) => (
          <BatchRow key={batch.id} batch={batch} courseId={courseId} today={today} />
        ))}
      </ul>
      {later.length > 0 ? (
        <details className={classes.later}>
          <summary>{later.length === 1 ? '1 later batch' : `${later.length} later batches`}</summary>
          <ul className={classes.rows}>
            {later.map((batch) => (
              <BatchRow key={batch.id} batch={batch} courseId={courseId} today={today} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

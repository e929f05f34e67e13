import type { Attendance } from '../../../contract/booking-warnings.ts';
import { formatDays, formatTotal } from '../../lib/format/format.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../cart.module.css';
import type { QueuedAttendance } from '../warnings/attendances.ts';
import { DatesNote } from '../warnings/dates-note.tsx';
import { waitingAddText } from './waiting-texts.ts';

const isAdding = ({ kind, state }: OutboxRow) => kind === 'cart.add' && state !== 'needsAttention';

/** The batches of an addition that waits in the outbox, with their dates from `queued`. */
function plannedOf(row: OutboxRow, queued: readonly QueuedAttendance[]): QueuedAttendance[] {
  if (row.kind !== 'cart.add') return [];
  const chosen = row.payload.type === 'course' ? [row.payload] : row.payload.batches;
  return queued.filter(({ batch }) => chosen.some(({ batch_id }) => batch_id === batch.id));
}

type WaitingLinesProps = {
  /** The student's rows in the outbox, without additions that the cart contains already. */
  waiting: readonly OutboxRow[];
  /** The batches that the student's rows in the outbox add to the cart, as far as their dates are known. */
  queued: readonly QueuedAttendance[];
  /** The batches that the student has booked, has in the cart, or has put into the outbox. */
  attendances: readonly Attendance[];
  isOnline: boolean;
};

/**
 * Shows the additions to the cart that the outbox still has to send, or has sent since the cart was loaded, each with
 * the price that the student saw.
 * Additions that the server refused are shown in the list of waiting changes instead.
 */
export function WaitingLines({ waiting, queued, attendances, isOnline }: WaitingLinesProps) {
  const { whenBack } = useUnreachable();
  return waiting.filter(isAdding).map((row) => (
    <li key={row.key} className={`no-outline ${classes.line}`} data-waiting data-bare>
      <div className={classes.lineText}>
        <h2 className={`midsize anywhere ${classes.name}`}>{row.title}</h2>
        {plannedOf(row, queued).map((planned) => (
          <div key={planned.batch.id} className="stack gap-2">
            <p className="soft small">
              {planned.courseName === row.title ? null : `${planned.courseName}: `}
              {formatDays(planned.batch.start_date, planned.batch.end_date)}
            </p>
            <DatesNote planned={planned} attendances={attendances} batches={planned.batches} />
          </div>
        ))}
        <Notice tone="waiting">{waitingAddText(row, { isOnline, whenBack })}</Notice>
      </div>
      {row.quotedPrice === null ? null : (
        <div className={`row wrap middle between gap-2 ${classes.lineSide}`}>
          <PriceTag price={row.shownPrice ?? { main: row.quotedPrice }} format={formatTotal} isPayable />
        </div>
      )}
    </li>
  ));
}

/** Whether `WaitingLines` shows an addition to the cart. Additions that the server refused do not count. */
export function hasWaitingLines(waiting: readonly OutboxRow[]): boolean {
  return waiting.some(isAdding);
}

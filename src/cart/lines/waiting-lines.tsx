import { formatTotal } from '../../lib/format/format.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import classes from '../cart.module.css';
import { waitingAddText } from './waiting-texts.ts';

const isUndelivered = ({ kind, state }: OutboxRow) =>
  kind === 'cart.add' && state !== 'needsAttention' && state !== 'delivered';

/**
 * Shows the adds that the outbox has not delivered yet, each with the price that the student saw. Adds that the server
 * refused are left out: they are shown in the list of waiting changes.
 */
export function WaitingLines({ waiting, isOnline }: { waiting: readonly OutboxRow[]; isOnline: boolean }) {
  const { whenBack } = useUnreachable();
  return waiting.filter(isUndelivered).map((row) => (
    <li key={row.key} className={`no-outline ${classes.line}`} data-waiting data-bare>
      <div className={classes.lineText}>
        <h2 className={`midsize anywhere ${classes.name}`}>{row.title}</h2>
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

/** Whether any add has not been delivered yet. */
export function hasWaitingLines(waiting: readonly OutboxRow[]): boolean {
  return waiting.some(isUndelivered);
}

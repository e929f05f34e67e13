import { formatPrice } from '../lib/format.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './cart.module.css';

const texts: Partial<Record<OutboxRow['state'], string>> = {
  sending: 'Being added to your cart.',
  waiting: 'Waits for the connection, then joins your cart.',
  needsAuth: 'Waits until you sign in.',
};

/** Adds on their way to the cart, each with the price that was shown; refused ones stand in the list of waiting changes. */
export function WaitingLines({ waiting }: { waiting: readonly OutboxRow[] }) {
  return waiting.flatMap((row) => {
    const text = texts[row.state];
    if (row.kind !== 'cart.add' || !text) return [];
    return (
      <li key={row.key} className={classes.line} data-waiting data-bare>
        <div className={classes.lineText}>
          <h2 className={classes.name}>{row.title}</h2>
          <Notice tone="waiting">{text}</Notice>
        </div>
        {row.quotedPrice === null ? null : (
          <div className={classes.lineSide}>
            <span className={classes.quoted}>{formatPrice(row.quotedPrice)}</span>
          </div>
        )}
      </li>
    );
  });
}

/** Whether some add is on its way. */
export function hasWaitingLines(waiting: readonly OutboxRow[]): boolean {
  return waiting.some((row) => row.kind === 'cart.add' && row.state in texts);
}

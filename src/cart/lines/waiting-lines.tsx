import { formatPrice } from '../../lib/format/format.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../cart.module.css';
import { cartAddText } from '../cart-texts.ts';

const texts: Partial<Record<OutboxRow['state'], string>> = {
  sending: 'Being added to your cart.',
  waiting: 'Will be added when the connection is back.',
  needsAuth: 'Will be added when you sign in.',
};

function textOf({ state, lastError }: OutboxRow): string | undefined {
  if (state !== 'waiting' || !lastError || lastError.code === 'NO_RESPONSE') return texts[state];
  const reason = cartAddText({ errorCode: lastError.code, message: lastError.message });
  return `${reason} Saved on this device. We will try again automatically.`;
}

/** Adds that the outbox has not delivered yet, with the price that was shown. Refused ones are in the list of waiting changes. */
export function WaitingLines({ waiting }: { waiting: readonly OutboxRow[] }) {
  return waiting.flatMap((row) => {
    const text = textOf(row);
    if (row.kind !== 'cart.add' || !text) return [];
    return (
      <li key={row.key} className={`no-outline ${classes.line}`} data-waiting data-bare>
        <div className={classes.lineText}>
          <h2 className={`midsize anywhere ${classes.name}`}>{row.title}</h2>
          <Notice tone="waiting">{text}</Notice>
        </div>
        {row.quotedPrice === null ? null : (
          <div className={`row wrap middle between gap-2 ${classes.lineSide}`}>
            <span className="strong">{formatPrice(row.quotedPrice)}</span>
          </div>
        )}
      </li>
    );
  });
}

/** Whether any add has not been delivered yet. */
export function hasWaitingLines(waiting: readonly OutboxRow[]): boolean {
  return waiting.some((row) => row.kind === 'cart.add' && row.state in texts);
}

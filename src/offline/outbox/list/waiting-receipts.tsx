import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { formatInstant } from '../../../lib/format/format.ts';
import { focusContent } from '../../../ui/page/use-focus-after-removal.ts';
import { outbox } from '../page-outbox.ts';
import type { OutboxRow } from '../row.ts';
import classes from './waiting-changes.module.css';

/**
 * Reference numbers of forms that were delivered after the student left their screen. Each stays until it is dismissed.
 */
export function WaitingReceipts({ receipts }: { receipts: ReadonlyArray<Extract<OutboxRow, { kind: 'receipt' }>> }) {
  return (
    <section className={`tint ink ${classes.changes}`} aria-labelledby="waiting-receipts">
      <h2 id="waiting-receipts" className={classes.title}>
        {receipts.length === 1 ? 'Your message was received' : `${receipts.length} messages were received`}
      </h2>
      <ul className={`stack gap-2 ${classes.list}`}>
        {receipts.map(({ key, title, payload, createdAt }) => (
          <li key={key} className={`row wrap middle wide ${classes.change}`}>
            <div className={`shrink anywhere ${classes.text}`}>
              <p id={`waiting-receipt-${key}`}>
                {title}: reference number <strong className={classes.number}>{payload.reference}</strong>
              </p>
              <p className={classes.state}>
                Sent {formatInstant(createdAt)}. Please note this number for any questions.
              </p>
            </div>
            <Button
              size="sm"
              variant="subtle"
              aria-describedby={`waiting-receipt-${key}`}
              onClick={() => void outbox.discard(key).then((isGone) => isGone && focusContent())}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

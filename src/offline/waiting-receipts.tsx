import '../ui/controls.css';
import { Button } from '@mantine/core';
import { formatInstant } from '../lib/format.ts';
import type { OutboxRow } from './outbox-row.ts';
import { outbox } from './page-outbox.ts';
import classes from './waiting-changes.module.css';

/** Forms that were delivered after their screen was left, each with the number under which the office has it, until dismissed. */
export function WaitingReceipts({ receipts }: { receipts: ReadonlyArray<Extract<OutboxRow, { kind: 'receipt' }>> }) {
  return (
    <section className={classes.changes} aria-labelledby="waiting-receipts">
      <h2 id="waiting-receipts" className={classes.title}>
        {receipts.length === 1 ? 'Your message was received' : `${receipts.length} messages were received`}
      </h2>
      <ul className={classes.list}>
        {receipts.map(({ key, title, payload, createdAt }) => (
          <li key={key} className={classes.change}>
            <div className={classes.words}>
              <p id={`waiting-receipt-${key}`}>
                {title}: reference number <strong className={classes.number}>{payload.reference}</strong>
              </p>
              <p className={classes.state}>Sent {formatInstant(createdAt)}. Note the number: name it when you ask.</p>
            </div>
            <Button
              size="sm"
              variant="subtle"
              aria-describedby={`waiting-receipt-${key}`}
              onClick={() => void outbox.discard(key)}
            >
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

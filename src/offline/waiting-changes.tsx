import '../ui/controls.css';
import { Button } from '@mantine/core';
import type { OutboxRow } from './outbox-row.ts';
import { outbox } from './page-outbox.ts';
import { useWaitingChanges } from './use-waiting-changes.ts';
import classes from './waiting-changes.module.css';

function stateText({ state, lastError }: OutboxRow): string {
  if (state === 'sending') return 'Being sent';
  if (state === 'needsAuth') return 'Waits until you sign in';
  if (state === 'needsAttention') return lastError?.message ?? 'Something went wrong.';
  return 'Waits for the connection';
}

/** What the student did and the server does not know yet: each change with its state and a way on. Nothing when none waits. */
export function WaitingChanges({ user }: { user: string | null }) {
  const rows = useWaitingChanges(user);
  if (rows.length === 0) return null;
  return (
    <section className={classes.changes} aria-labelledby="waiting-changes">
      <h2 id="waiting-changes" className={classes.title}>
        {rows.length === 1 ? '1 change waiting' : `${rows.length} changes waiting`}
      </h2>
      <ul className={classes.list}>
        {rows.map((row) => (
          <WaitingChange key={row.key} row={row} />
        ))}
      </ul>
    </section>
  );
}

function WaitingChange({ row }: { row: OutboxRow }) {
  const canRetry = row.state === 'needsAttention' && row.kind !== 'unreadable';
  const about = `waiting-change-${row.key}`;
  return (
    <li className={classes.change} data-state={row.state}>
      <div className={classes.words}>
        <p id={about}>{row.title}</p>
        <p className={classes.state}>{stateText(row)}</p>
      </div>
      {canRetry ? (
        <Button size="sm" variant="outline" aria-describedby={about} onClick={() => void outbox.retry(row.key)}>
          Try again
        </Button>
      ) : null}
      {row.state === 'sending' ? null : (
        <Button size="sm" variant="subtle" aria-describedby={about} onClick={() => void outbox.discard(row.key)}>
          Discard
        </Button>
      )}
    </li>
  );
}

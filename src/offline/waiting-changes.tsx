import '../ui/controls.css';
import { Button } from '@mantine/core';
import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import type { Circumstances } from './change-state.ts';
import type { OutboxRow } from './outbox-row.ts';
import { connection, useConnection } from './page-connection.ts';
import { outbox } from './page-outbox.ts';
import { useNextTry } from './use-next-try.ts';
import { useShownRows } from './use-waiting-changes.ts';
import { WaitingChange } from './waiting-change.tsx';
import classes from './waiting-changes.module.css';
import { WaitingReceipts } from './waiting-receipts.tsx';

async function tryNow(): Promise<void> {
  if ((await connection.probe()) === 'online') await outbox.drain();
}

/** What was done here and the server does not know yet: each change with its state and a way on. Nothing when none waits. */
export function WaitingChanges({ user }: { user: string | null }) {
  const shown = useShownRows(user);
  const secondsLeft = useNextTry();
  const state = useConnection();
  const receipts = shown.filter((row) => row.kind === 'receipt');
  const rows = shown.filter((row) => row.kind !== 'receipt');
  const isSignInNeeded = rows.some((row) => row.state === 'needsAuth');
  const circumstances = { isCut: state === 'offline' || state === 'portal', isSignInNeeded, secondsLeft };
  return (
    <>
      {receipts.length > 0 ? <WaitingReceipts receipts={receipts} /> : null}
      {rows.length > 0 ? <ChangeList rows={rows} circumstances={circumstances} /> : null}
    </>
  );
}

function ChangeList({ rows, circumstances }: { rows: readonly OutboxRow[]; circumstances: Circumstances }) {
  return (
    <section className={classes.changes} aria-labelledby="waiting-changes">
      <div className={classes.head}>
        <h2 id="waiting-changes" className={classes.title}>
          {rows.length === 1 ? '1 change waiting' : `${rows.length} changes waiting`}
        </h2>
        {rows.some((row) => row.state === 'waiting') && !circumstances.isSignInNeeded ? (
          <Button size="sm" variant="outline" onClick={() => void tryNow()}>
            Try now
          </Button>
        ) : null}
        {circumstances.isSignInNeeded ? (
          <ActionLink href={paths.login} look="outline">
            Login
          </ActionLink>
        ) : null}
      </div>
      {rows.length > 1 ? <p className={classes.state}>They are sent in this order.</p> : null}
      <ol className={classes.list}>
        {rows.map((row) => (
          <WaitingChange key={row.key} row={row} circumstances={circumstances} />
        ))}
      </ol>
    </section>
  );
}

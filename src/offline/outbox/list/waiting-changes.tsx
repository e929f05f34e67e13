import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { paths } from '../../../../contract/pages.ts';
import { maxRetryAfterMs } from '../../../lib/retry-after.ts';
import { ActionLink } from '../../../ui/links/action-link.tsx';
import { focusContent, useFocusAfterRemoval } from '../../../ui/page/use-focus-after-removal.ts';
import { connection, useIsOffline } from '../../connection/page-connection.ts';
import { unreachable, useUnreachable } from '../../connection/unreachable.ts';
import { outbox } from '../page-outbox.ts';
import type { OutboxRow } from '../row.ts';
import type { ListStatus } from './change-state.ts';
import { useShownRows } from './use-waiting-changes.ts';
import { WaitingChange } from './waiting-change.tsx';
import classes from './waiting-changes.module.css';
import { WaitingReceipts } from './waiting-receipts.tsx';

/**
 * The last press of 'Try now'. `isBusy`: whether the site is trying now. `failure`: why nothing was sent; null if the
 * server was reached, or before the first press.
 */
type Attempt = { isBusy: boolean; failure: string | null };

function useTryNow(): Attempt & { tryNow: () => Promise<void> } {
  const [attempt, setAttempt] = useState<Attempt>({ isBusy: false, failure: null });
  const tryNow = async () => {
    if (attempt.isBusy) return;
    setAttempt({ isBusy: true, failure: null });
    const isReached = (await connection.probe()) === 'online';
    if (isReached) await outbox.drainNow();
    setAttempt({ isBusy: false, failure: isReached ? null : `${unreachable().reason}. Nothing was sent.` });
  };
  return { ...attempt, tryNow };
}

/** Whole seconds until this device retries automatically, as a countdown; null if no retry is scheduled. */
function useSecondsToRetry(): number | null {
  const nextTry = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.nextTry,
    () => null,
  );
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (nextTry === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [nextTry]);
  if (nextTry === null) return null;
  // The device's clock may be changed during the countdown, so limit the number of seconds.
  return Math.max(1, Math.min(Math.ceil((nextTry - now) / 1000), maxRetryAfterMs / 1000));
}

/**
 * Changes and forms that the server has not accepted yet, and receipts of delivered forms. Renders nothing if there are
 * none.
 */
export function WaitingChanges({ user }: { user: string | null }) {
  const shown = useShownRows(user);
  const secondsLeft = useSecondsToRetry();
  const isOffline = useIsOffline();
  const { when } = useUnreachable();
  const receipts = shown.filter((row) => row.kind === 'receipt');
  const rows = shown.filter((row) => row.kind !== 'receipt');
  const isSignInNeeded = rows.some((row) => row.state === 'needsAuth');
  const listStatus = { isOffline, when, isSignInNeeded, secondsLeft };
  return (
    <>
      {receipts.length > 0 ? <WaitingReceipts receipts={receipts} /> : null}
      {rows.length > 0 ? <ChangeList rows={rows} listStatus={listStatus} /> : null}
    </>
  );
}

function ChangeList({ rows, listStatus }: { rows: readonly OutboxRow[]; listStatus: ListStatus }) {
  const canTryNow = rows.some((row) => row.state === 'waiting') && !listStatus.isSignInNeeded;
  const { isBusy, failure, tryNow } = useTryNow();
  const unsentCount = rows.filter((row) => row.state !== 'sending').length;
  // The buttons of a change are gone while it is being sent. The focus then moves to the list and, once everything is
  // sent and the list is gone too, to the content of the page.
  const listRef = useFocusAfterRemoval<HTMLElement>(canTryNow ? 1 : 0, unsentCount);
  useLayoutEffect(() => {
    const { current: list } = listRef;
    return () => {
      if (list?.contains(document.activeElement)) focusContent();
    };
  }, [listRef]);
  return (
    <section
      ref={listRef}
      tabIndex={-1}
      className={`tint ink no-outline ${classes.changes}`}
      aria-labelledby="waiting-changes"
    >
      <div className={`row wrap middle between ${classes.head}`}>
        <h2 id="waiting-changes" className={classes.title}>
          {rows.length === 1 ? '1 change waiting' : `${rows.length} changes waiting`}
        </h2>
        {canTryNow ? (
          <Button size="sm" variant="outline" aria-disabled={isBusy || undefined} onClick={() => void tryNow()}>
            {isBusy ? 'Trying…' : 'Try now'}
          </Button>
        ) : null}
        {listStatus.isSignInNeeded ? (
          <ActionLink href={paths.login} look="outline">
            Login
          </ActionLink>
        ) : null}
      </div>
      <p className={classes.state} role="status">
        {canTryNow ? failure : null}
      </p>
      {rows.length > 1 ? <p className={classes.state}>We will send them in this order.</p> : null}
      <ol className={`stack gap-2 ${classes.list}`}>
        {rows.map((row) => (
          <WaitingChange key={row.key} row={row} listStatus={listStatus} />
        ))}
      </ol>
    </section>
  );
}

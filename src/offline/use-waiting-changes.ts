import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isCartRow, type OutboxRow } from './outbox-row.ts';
import { isShownTo } from './outbox-rules.ts';
import { outbox, startOutbox } from './page-outbox.ts';

const none: readonly OutboxRow[] = [];

function useRows(): readonly OutboxRow[] {
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.rows,
    () => none,
  );
}

/** The student's changes of the cart that have not reached the server; those of anybody else are invisible. */
export function useWaitingChanges(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  return useMemo(
    () => rows.filter((row) => row.user === user && (isCartRow(row) || row.kind === 'unreadable')),
    [rows, user],
  );
}

/** All that the list of waiting changes shows, in its order: the student's own and what nobody signed, but not what a screen of this tab is telling about. */
export function useShownRows(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  const held = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.held,
    () => outbox.held,
  );
  useEffect(startOutbox, []);
  return useMemo(() => rows.filter(isShownTo(user)).filter(({ key }) => !held.has(key)), [rows, held, user]);
}

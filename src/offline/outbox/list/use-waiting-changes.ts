import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { outbox, startOutbox } from '../page-outbox.ts';
import { isCartRow, type OutboxRow } from '../row.ts';
import { isVisibleTo } from '../row-rules.ts';

const none: readonly OutboxRow[] = [];

function useRows(): readonly OutboxRow[] {
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.rows,
    () => none,
  );
}

/** The cart changes of this student that have not reached the server. */
export function useWaitingChanges(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  return useMemo(
    () => rows.filter((row) => row.user === user && (isCartRow(row) || row.kind === 'unreadable')),
    [rows, user],
  );
}

/**
 * Rows for the list of waiting changes: the student's own and anonymous ones, except those that a screen of this tab
 * shows.
 */
export function useShownRows(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  const held = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.held,
    () => outbox.held,
  );
  useEffect(startOutbox, []);
  return useMemo(() => rows.filter(isVisibleTo(user)).filter(({ key }) => !held.has(key)), [rows, held, user]);
}

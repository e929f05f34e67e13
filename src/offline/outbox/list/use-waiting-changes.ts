import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { outbox, startOutbox } from '../page-outbox.ts';
import { isCartRow, isDeliveredAdd, type OutboxRow } from '../row.ts';
import { isVisibleTo } from '../row-rules.ts';

const none: readonly OutboxRow[] = [];

function useRows(): readonly OutboxRow[] {
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.rows,
    () => none,
  );
}

/**
 * The outbox rows of the student `user` that change the cart, among them additions that were delivered since the cart
 * was loaded. Rows that this release cannot read are included, because they may change the cart too.
 */
export function useWaitingChanges(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  return useMemo(
    () => rows.filter((row) => row.user === user && (isCartRow(row) || row.kind === 'unreadable')),
    [rows, user],
  );
}

/**
 * The outbox rows in the list of waiting changes: those of the student `user`, and those of visitors who were not
 * signed in. Rows that another screen of this tab shows already are left out, and so are delivered additions to the
 * cart.
 */
export function useShownRows(user: string | null): readonly OutboxRow[] {
  const rows = useRows();
  const held = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.held,
    () => outbox.held,
  );
  useEffect(startOutbox, []);
  return useMemo(
    () => rows.filter(isVisibleTo(user)).filter((row) => !held.has(row.key) && !isDeliveredAdd(row)),
    [rows, held, user],
  );
}

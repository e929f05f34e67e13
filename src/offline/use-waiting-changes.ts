import { useMemo, useSyncExternalStore } from 'react';
import type { OutboxRow } from './outbox-row.ts';
import { outbox } from './page-outbox.ts';

const none: readonly OutboxRow[] = [];

/** The student's changes that have not reached the server; those of anybody else are invisible. */
export function useWaitingChanges(user: string | null): readonly OutboxRow[] {
  const rows = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.rows,
    () => none,
  );
  return useMemo(() => rows.filter((row) => row.user === user), [rows, user]);
}

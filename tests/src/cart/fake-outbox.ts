import type { CartOutbox } from '../../../src/cart/cart-add-flow.ts';
import type { OutboxNotice, OutboxOutcome } from '../../../src/offline/outbox-notice.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox-row.ts';

/** An outbox that ends actions as `ending` says; `tell` reports to whoever listens, as the real one does. */
export function fakeOutbox(ending: (action: OutboxAction) => OutboxOutcome | Promise<OutboxOutcome>) {
  const listeners = new Set<(notice: OutboxNotice) => void>();
  const submitted: OutboxAction[] = [];
  const outbox: CartOutbox = {
    submit: async (action) => {
      submitted.push(action);
      return ending(action);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    outbox,
    submitted,
    tell(notice: OutboxNotice): void {
      for (const listener of listeners) listener(notice);
    },
  };
}

/** A row of the outbox as it waits for the connection. */
export function waitingRow(
  action: OutboxAction,
  change: Partial<Pick<OutboxRow, 'state' | 'lastError'>> = {},
): OutboxRow {
  return {
    ...action,
    user: 'student',
    sequence: 1,
    schemaVersion: 1,
    state: 'waiting',
    createdAt: 0,
    attempts: 0,
    failures: 0,
    lastError: null,
    ...change,
  };
}

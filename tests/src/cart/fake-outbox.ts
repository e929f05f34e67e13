import type { CartOutbox } from '../../../src/cart/changes/cart-add-flow.ts';
import type { CartResponse, OutboxNotice, OutboxOutcome } from '../../../src/offline/outbox/notice.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox/row.ts';

/** `cart`: the cart that the server returned, for the notice of the delivery. */
export type FakeOutcome = OutboxOutcome | { kind: 'delivered'; cart: CartResponse };

/**
 * A fake outbox that reports `outcomeOf` for each action. It first notifies its subscribers if the action was
 * delivered. `notify` sends any other notice.
 */
export function fakeOutbox(outcomeOf: (action: OutboxAction) => FakeOutcome | Promise<FakeOutcome>) {
  const listeners = new Set<(notice: OutboxNotice) => void>();
  const submitted: OutboxAction[] = [];
  function notify(notice: OutboxNotice): void {
    for (const listener of listeners) listener(notice);
  }
  const outbox: CartOutbox = {
    submit: async (action) => {
      submitted.push(action);
      const outcome = await outcomeOf(action);
      if (outcome.kind === 'delivered')
        notify({ type: 'delivered', key: action.key, cart: 'cart' in outcome ? outcome.cart : undefined });
      return outcome;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { outbox, submitted, notify };
}

/** An outbox row that waits for the connection. */
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

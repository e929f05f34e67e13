import type { CartOutbox } from '../../../src/cart/changes/cart-add-flow.ts';
import type { CartResponse, OutboxNotice, OutboxOutcome } from '../../../src/offline/outbox/notice.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox/row.ts';

/**
 * How an action ends. `cart`: the cart in the server's response, which subscribers get with the notice of the delivery.
 */
export type FakeOutcome = OutboxOutcome | { kind: 'delivered'; cart: CartResponse };

/**
 * A fake outbox in which each action ends with the outcome that `outcomeOf` returns for it. Subscribers are notified of
 * each delivered action before `submit` returns. `submittedBy`: the id of the student of each action, in the same order
 * as `submitted`. `notify` sends subscribers any other notice.
 */
export function fakeOutbox(outcomeOf: (action: OutboxAction) => FakeOutcome | Promise<FakeOutcome>) {
  const listeners = new Set<(notice: OutboxNotice) => void>();
  const submitted: OutboxAction[] = [];
  const submittedBy: Array<string | null> = [];
  function notify(notice: OutboxNotice): void {
    for (const listener of listeners) listener(notice);
  }
  const outbox: CartOutbox = {
    submit: async (action, user) => {
      submitted.push(action);
      submittedBy.push(user);
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
  return { outbox, submitted, submittedBy, notify };
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

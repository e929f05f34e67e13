import type { CartOutbox } from '../../../src/cart/changes/cart-add-flow.ts';
import type { CartResponse, OutboxNotice, OutboxOutcome } from '../../../src/offline/outbox/notice.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox/row.ts';

/**
 * How an action that was submitted to the fake outbox ends. `cart`: the cart in the server's response, which
 * subscribers get with the notice that the action was delivered.
 */
export type FakeOutcome = OutboxOutcome | { kind: 'delivered'; cart: CartResponse };

/**
 * A fake outbox with `rows` that never change. Each submitted action ends with the outcome that `outcomeOf` returns;
 * subscribers are notified of a delivery before `submit` resolves. `submittedBy`: the id of the student who submitted
 * each action, or null. `forgotten`: the keys passed to `forgetDelivered`. `isShown`: whether the screen that submitted
 * the last action is still shown. `notify`: sends an event to the subscribers.
 */
export function fakeOutbox(
  outcomeOf: (action: OutboxAction) => FakeOutcome | Promise<FakeOutcome>,
  rows: readonly OutboxRow[] = [],
) {
  const listeners = new Set<(notice: OutboxNotice) => void>();
  const submitted: OutboxAction[] = [];
  const submittedBy: Array<string | null> = [];
  const forgotten: string[] = [];
  const last = { isShown: () => true };
  function notify(notice: OutboxNotice): void {
    for (const listener of listeners) listener(notice);
  }
  const outbox: CartOutbox = {
    submit: async (action, user, isShown = () => true) => {
      last.isShown = isShown;
      submitted.push(action);
      submittedBy.push(user);
      const outcome = await outcomeOf(action);
      if (outcome.kind === 'delivered')
        notify({ type: 'delivered', key: action.key, cart: 'cart' in outcome ? outcome.cart : undefined });
      return outcome;
    },
    rows,
    forgetDelivered: async (keys) => void forgotten.push(...keys),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { outbox, submitted, submittedBy, forgotten, isShown: () => last.isShown(), notify };
}

/** An outbox row whose action waits until the device is online. */
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

import type { OutboxRow } from '../../offline/outbox/row.ts';
import { cartAddText } from '../cart-texts.ts';
import { queueReason } from '../changes/queue-reason.ts';

type WaitingChange = Pick<OutboxRow, 'state' | 'lastError'>;

/** What the cart says of an add in the outbox. */
export function waitingAddText(row: WaitingChange, isOnline: boolean): string {
  if (row.state === 'sending') return 'Being added to your cart.';
  const reason = queueReason(row, isOnline);
  switch (reason.kind) {
    case 'signIn':
      return 'Will be added when you sign in.';
    case 'offline':
      return 'Will be added when the connection is back.';
    case 'serverFailed':
      return `${cartAddText(reason.failure)} Saved on this device. We will try again automatically.`;
    case 'turn':
      return 'Waiting to be added to your cart.';
  }
}

/** What the cart says of a removal in the outbox. A refused one is also in the list of waiting changes, with the reason. */
export function waitingRemovalText(row: WaitingChange, isOnline: boolean): string {
  if (row.state === 'sending') return 'It is being removed.';
  if (row.state === 'needsAttention') return 'It could not be removed.';
  const reason = queueReason(row, isOnline);
  switch (reason.kind) {
    case 'signIn':
      return 'It will be removed when you sign in.';
    case 'offline':
      return 'It will be removed when the connection is back.';
    case 'serverFailed':
      return 'It could not be removed yet. We will try again automatically.';
    case 'turn':
      return 'It is waiting to be removed.';
  }
}

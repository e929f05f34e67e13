import type { CartFailure } from '../../../machines/cart-add.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { cartAddText } from '../cart-texts.ts';
import { queueReason } from '../changes/queue-reason.ts';

type WaitingChange = Pick<OutboxRow, 'state' | 'lastError'>;
/** What the cart says about a change in the outbox, by the reason why the change is still there. */
type WaitingTexts = Record<'sending' | 'signIn' | 'offline' | 'turn', string> & {
  serverFailed: (failure: CartFailure) => string;
};

const addTexts: WaitingTexts = {
  sending: 'Being added to your cart.',
  signIn: 'Will be added when you sign in.',
  offline: 'Will be added when the connection is back.',
  turn: 'Waiting to be added to your cart.',
  serverFailed: (failure) => `${cartAddText(failure)} Saved on this device. We will try again automatically.`,
};
const removalTexts: WaitingTexts = {
  sending: 'It is being removed.',
  signIn: 'It will be removed when you sign in.',
  offline: 'It will be removed when the connection is back.',
  turn: 'It is waiting to be removed.',
  serverFailed: () => 'It could not be removed yet. We will try again automatically.',
};

function waitingText(row: WaitingChange, isOnline: boolean, texts: WaitingTexts): string {
  if (row.state === 'sending') return texts.sending;
  const reason = queueReason(row, isOnline);
  return reason.kind === 'serverFailed' ? texts.serverFailed(reason.failure) : texts[reason.kind];
}

export const waitingAddText = (row: WaitingChange, isOnline: boolean) => waitingText(row, isOnline, addTexts);

/** A refused removal is also in the list of waiting changes, with the reason. */
export const waitingRemovalText = (row: WaitingChange, isOnline: boolean) =>
  row.state === 'needsAttention' ? 'It could not be removed.' : waitingText(row, isOnline, removalTexts);

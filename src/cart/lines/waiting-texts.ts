import type { CartFailure } from '../../../machines/cart-add.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { cartAddText } from '../cart-texts.ts';
import { queueReason } from '../changes/queue-reason.ts';

type WaitingChange = Pick<OutboxRow, 'state' | 'lastError'>;
/**
 * `isOnline`: whether our server can be reached. `whenBack`: when the change will be sent if our server cannot be
 * reached now, such as 'when the connection is back'.
 */
type Line = { isOnline: boolean; whenBack: string };
/** What the cart says about a change in the outbox: one text for each reason why the change is still there. */
type WaitingTexts = Record<'sending' | 'signIn' | 'turn', string> & {
  offline: (whenBack: string) => string;
  serverFailed: (failure: CartFailure) => string;
};

const addTexts: WaitingTexts = {
  sending: 'Being added to your cart.',
  signIn: 'Will be added when you sign in.',
  offline: (whenBack) => `Will be added ${whenBack}.`,
  turn: 'Waiting to be added to your cart.',
  serverFailed: (failure) => `${cartAddText(failure)} Saved on this device. We will try again automatically.`,
};
const removalTexts: WaitingTexts = {
  sending: 'It is being removed.',
  signIn: 'It will be removed when you sign in.',
  offline: (whenBack) => `It will be removed ${whenBack}.`,
  turn: 'It is waiting to be removed.',
  serverFailed: () => 'It could not be removed yet. We will try again automatically.',
};

function waitingText(row: WaitingChange, { isOnline, whenBack }: Line, texts: WaitingTexts): string {
  // A delivered addition is shown until the cart that contains it has been loaded.
  if (row.state === 'sending' || row.state === 'delivered') return texts.sending;
  const reason = queueReason(row, isOnline);
  if (reason.kind === 'offline') return texts.offline(whenBack);
  return reason.kind === 'serverFailed' ? texts.serverFailed(reason.failure) : texts[reason.kind];
}

export const waitingAddText = (row: WaitingChange, line: Line) => waitingText(row, line, addTexts);

/**
 * The text for a removal in the outbox. If the server refused the removal, the text gives no reason, because the list
 * of waiting changes shows it.
 */
export const waitingRemovalText = (row: WaitingChange, line: Line) =>
  row.state === 'needsAttention' ? 'It could not be removed.' : waitingText(row, line, removalTexts);

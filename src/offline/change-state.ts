import { isCartRow, isSendable, type OutboxRow } from './outbox-row.ts';

/** How things stand for all rows. `secondsLeft` until the next try; null where none is planned. */
export type Circumstances = { isCut: boolean; isSignInNeeded: boolean; secondsLeft: number | null };

function nextTryText(secondsLeft: number | null): string {
  if (secondsLeft === null) return 'Waits for its turn.';
  return secondsLeft === 1 ? 'Tries again in 1 second.' : `Tries again in ${secondsLeft} seconds.`;
}

/** What a person reads of a change that waits. */
export function changeStateText(row: OutboxRow, { isCut, isSignInNeeded, secondsLeft }: Circumstances): string {
  const { state, lastError, user } = row;
  if (state === 'sending') return 'Being sent.';
  if (state === 'needsAttention') return lastError?.message ?? 'Something went wrong.';
  if (state === 'needsAuth' || (isSignInNeeded && user !== null)) return 'Waits until you sign in.';
  if (isCut) return 'Waits for the connection.';
  const said = lastError && lastError.code !== 'NO_RESPONSE' ? 'Our server could not take it yet. ' : '';
  return said + nextTryText(secondsLeft);
}

/** Whether discarding loses something: what was refused for good is lost already, unless somebody wrote it. */
export function isLossToDiscard(row: OutboxRow): boolean {
  if (!isSendable(row)) return false;
  return !(isCartRow(row) && row.lastError?.isFinal && row.state === 'needsAttention');
}

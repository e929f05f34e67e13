import { isCartRow, isSendable, type OutboxRow } from '../row.ts';

/**
 * What the texts of all waiting changes depend on: the connection, the sign-in and the next retry. `secondsLeft`:
 * seconds until the next retry; null if none is scheduled.
 */
export type ListStatus = {
  isOffline: boolean;
  /** When the changes will be sent if the server cannot be reached now, such as 'when you are back online'. */
  when: string;
  isSignInNeeded: boolean;
  secondsLeft: number | null;
};

function nextTryText(secondsLeft: number | null): string {
  if (secondsLeft === null) return 'Waiting to be sent.';
  if (secondsLeft > 90) return `Next try in ${Math.round(secondsLeft / 60)} minutes.`;
  return secondsLeft === 1 ? 'Next try in 1 second.' : `Next try in ${secondsLeft} seconds.`;
}

/** The text for the state of a waiting change. */
export function changeStateText(row: OutboxRow, { isOffline, when, isSignInNeeded, secondsLeft }: ListStatus): string {
  const { state, lastError, user } = row;
  if (state === 'sending') return 'Sending…';
  if (state === 'needsAttention') return lastError?.message || 'Something went wrong.';
  if (state === 'needsAuth' || (isSignInNeeded && user !== null)) return 'Will be sent when you sign in.';
  if (isOffline) return `Will be sent ${when}.`;
  const problem = lastError && lastError.code !== 'NO_RESPONSE' ? 'Our server could not process it yet. ' : '';
  return problem + nextTryText(secondsLeft);
}

/**
 * Whether discarding a row loses something, so that it needs a confirmation. A refused cart change loses nothing, but a
 * refused form still contains the text that was typed.
 */
export function isLossToDiscard(row: OutboxRow): boolean {
  if (!isSendable(row)) return false;
  return !(isCartRow(row) && row.lastError?.isFinal && row.state === 'needsAttention');
}

import type { Cart } from '../../../contract/cart.ts';
import type { RowFault } from './row.ts';

/** The cart that a call returned. `sentAt`: when the call was sent (ms since the epoch). */
export type CartResponse = { cart: Cart; sentAt: number };

/**
 * What happened to an outbox row, sent to every listener in every tab. `paused`: sending has stopped with rows left and
 * is retried after `pause` ms; null: the rows wait for sign-in. `isAskedFor`: the server asked for that pause, so nothing is
 * sent earlier. `signedOut`: the row waits for sign-in. `signedIn`: a student has signed in, so such rows are sent. `cart`:
 * what the server returned for a change of the cart. It is set only in the tab that sent the change, and not if the server
 * repeated its stored response of an earlier try.
 */
export type OutboxNotice =
  | { type: 'changed' }
  | { type: 'delivered'; key: string; cart?: CartResponse | undefined }
  | { type: 'refused'; key: string; fault: RowFault }
  | { type: 'signedOut'; key: string }
  | { type: 'signedIn' }
  | { type: 'discarded'; key: string }
  | { type: 'paused'; pause: number | null; isAskedFor?: boolean };

/**
 * Result of an action for the screen that waits for it. `queued`, and `signedOut` with a key: the action is stored and
 * sent later. `unanswered`: there was no response, and the action is not stored.
 */
export type OutboxOutcome =
  | { kind: 'delivered' }
  | { kind: 'queued'; key: string }
  | { kind: 'signedOut'; key: string | null }
  | { kind: 'refused'; fault: RowFault }
  | { kind: 'unanswered'; fault: RowFault };

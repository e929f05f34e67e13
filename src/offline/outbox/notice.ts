import type { Cart } from '../../../contract/cart.ts';
import type { RowFault } from './row.ts';

/** The cart in the response to an API call. `sentAt`: when the call was sent (ms since the epoch). */
export type CartResponse = { cart: Cart; sentAt: number };

/**
 * What happened in the outbox; sent to every listener in every tab. `key`: the idempotency key of the row.
 * - `delivered`: the server has accepted the row. `cart`: the cart in the server's response. Set only in the tab that
 *   sent the row, and not if the server repeated the stored response to an earlier try.
 * - `signedOut`: the row waits until the student signs in. `signedIn`: a student has signed in, so that student's rows
 *   are sent.
 * - `paused`: sending has stopped, although rows are left. The outbox sends them after `pause` ms or, if `pause` is
 *   null, when the student signs in. `isAskedFor`: the server asked for the pause; only the student can end it early.
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
 * Result of an action for the screen that waits for it. `queued`: the action is stored and will be sent later.
 * `signedOut`: the student is not signed in; if there is a `key`, the action is stored and will be sent later,
 * otherwise it was neither sent nor stored. `unanswered`: there was no response or a temporary error, and the action is
 * not stored.
 */
export type OutboxOutcome =
  | { kind: 'delivered' }
  | { kind: 'queued'; key: string }
  | { kind: 'signedOut'; key: string | null }
  | { kind: 'refused'; fault: RowFault }
  | { kind: 'unanswered'; fault: RowFault };

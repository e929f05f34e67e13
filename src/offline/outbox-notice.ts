import type { RowFault } from './outbox-row.ts';

/**
 * What happened to a row, told to every listener in every tab. `paused`: sending has stopped with rows left, to go on after
 * `pause` milliseconds; null where it waits for signing in alone.
 */
export type OutboxNotice =
  | { type: 'changed' }
  | { type: 'delivered'; key: string }
  | { type: 'refused'; key: string; fault: RowFault }
  | { type: 'signedOut'; key: string }
  | { type: 'discarded'; key: string }
  | { type: 'paused'; pause: number | null };

/** How an action ended for the screen that waits. `queued` and `signedOut` are kept; `unanswered` could not be stored. */
export type OutboxOutcome =
  | { kind: 'delivered' }
  | { kind: 'queued'; key: string }
  | { kind: 'signedOut'; key: string | null }
  | { kind: 'refused'; fault: RowFault }
  | { kind: 'unanswered'; fault: RowFault };

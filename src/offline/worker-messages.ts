/**
 * What the page tells the worker. `warm`: store these addresses, which the page loaded before the worker took over.
 * `return.tell`: tell the student, who agreed, that a booking can go on.
 */
export type ToWorker = { type: 'update.take' } | { type: 'warm'; urls: string[] } | { type: 'return.tell' };

/** What the worker tells its pages. */
export type ToPage = { type: 'outbox.wake' };

/** Tag of the Background Sync that wakes the outbox of an open page. */
export const outboxSyncTag = 'landfall-outbox';

/** Tag of the Background Sync of a booking that waits, and of the notification that it leads to. */
export const returnSyncTag = 'landfall-return';
export const returnTag = 'landfall-booking';

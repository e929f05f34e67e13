/** What the page tells the worker. `warm`: store these addresses, which the page loaded before the worker took over. */
export type ToWorker = { type: 'update.take' } | { type: 'warm'; urls: string[] };

/** What the worker tells its pages. */
export type ToPage = { type: 'outbox.wake' };

/** Tag of the Background Sync that wakes the outbox of an open page. */
export const outboxSyncTag = 'landfall-outbox';

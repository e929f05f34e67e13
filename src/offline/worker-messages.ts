/**
 * Messages from the page to the service worker. `SKIP_WAITING`: activate the waiting version; sent by workbox-window. `claim`:
 * control this page, which was loaded without a worker. `warm`: cache these URLs, which the page loaded before the worker was in control. `store.rest`:
 * store the files that low-data mode has left out, then send through the message's port `true` or, if it failed, how long our server asks to wait (ms). `return.tell`: notify the student that the
 * booking can continue.
 */
export type ToWorker =
  | { type: 'SKIP_WAITING' }
  | { type: 'claim' }
  | { type: 'warm'; urls: string[] }
  | { type: 'store.rest' }
  | { type: 'return.tell' };

/** Messages from the service worker to its pages. */
export type ToPage = { type: 'outbox.wake' };

/** Background Sync tag that wakes the outbox of an open page. */
export const outboxSyncTag = 'landfall-outbox';

/** Background Sync tag of a booking that was paused offline, and the tag of its notification. */
export const returnSyncTag = 'landfall-return';
export const returnTag = 'landfall-booking';

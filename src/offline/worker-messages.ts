/**
 * Messages from the page to the service worker.
 * - `SKIP_WAITING` (sent by workbox-window): activate the version of the worker that is waiting.
 * - `claim`: take control of this page, which was loaded without a worker.
 * - `warm`: cache these URLs, which the page loaded before the worker was in control. `since`: when the page began to
 *   load (ms since the epoch); pages of earlier releases do not send it.
 * - `store.rest`: store the files of the site that low-data mode has left out. The worker then sends a result through
 *   the message's port: `true`, or after a failure how long our server asks to wait (ms).
 * - `return.tell`: notify the student that the booking can continue.
 */
export type ToWorker =
  | { type: 'SKIP_WAITING' }
  | { type: 'claim' }
  | { type: 'warm'; urls: string[]; since?: number }
  | { type: 'store.rest' }
  | { type: 'return.tell' };

/**
 * Messages from the service worker to its pages.
 * - `outbox.wake`: send what waits in the outbox.
 * - `push.opened`: the student has tapped a push message that leads to this page, which was open already.
 */
export type ToPage = { type: 'outbox.wake' } | { type: 'push.opened' };

/** Background Sync tag that wakes the outbox of an open page. */
export const outboxSyncTag = 'landfall-outbox';

/**
 * `returnSyncTag`: the Background Sync tag with which the worker checks whether our server responds, while a booking is
 * paused offline. `returnTag`: the tag of the notification that the worker shows once our server responds.
 */
export const returnSyncTag = 'landfall-return';
export const returnTag = 'landfall-booking';

/** The page's service worker with Background Sync. Only Chromium has it, and TypeScript does not declare it. */
export type SyncRegistration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

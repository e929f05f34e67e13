/**
 * Header of every response from our server; its value is the API version. A response without it does not come from our
 * server but, for example, from a captive portal.
 */
export const markerHeader = 'x-landfall';
export const apiVersion = '1';

/**
 * Header of the shell with the id of its Content-Security-Policy. The server also writes this id at the end of the
 * service worker's script (server/html/asset.routes.ts), and the worker stores no shell with another id. Such a shell
 * may come from a process of another release during an upgrade.
 */
export const policyIdHeader = 'x-landfall-policy';

/**
 * Header that every POST, PUT and DELETE of our pages must have. A form on another site cannot set it, which prevents
 * cross-site requests.
 */
export const clientHeader = 'x-client';
export const clientName = 'web';

export const idempotencyHeader = 'idempotency-key';

/**
 * Header of a stored response that is sent again because the request's idempotency key was used before. The content of
 * such a response may be out of date.
 */
export const replayedHeader = 'idempotent-replayed';

export const requestIdHeader = 'x-request-id';

/**
 * Cookie that scripts can read. It is set while the student may be signed in; pages request the login status only then.
 */
export const sessionHintCookie = 'landfall_hint';

/**
 * Header with the id of the signed-in student for whom a response was made, so that no service worker or cache mixes up
 * two students.
 */
export const subjectHeader = 'x-landfall-subject';

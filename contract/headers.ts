/** Header of every response from our server; its value is the API version. A response without it comes from somebody else, such as a captive portal. */
export const markerHeader = 'x-landfall';
export const apiVersion = '1';

/** Header of every unsafe call. A form on another site cannot set it, which prevents cross-site requests. */
export const clientHeader = 'x-client';
export const clientName = 'web';

export const idempotencyHeader = 'idempotency-key';

/** Header of a stored response that is sent again for its idempotency key. What it says may be out of date. */
export const replayedHeader = 'idempotent-replayed';

export const requestIdHeader = 'x-request-id';

/** Cookie, readable by scripts, that is set while a session may exist; login status is requested only then. */
export const sessionHintCookie = 'landfall_hint';

/** Id of the student for whose session a response was made, so that no worker or cache mixes two students. */
export const subjectHeader = 'x-landfall-subject';

/** Header that marks every answer of ours; its value is the API version. Without it the network is not ours (captive portal). */
export const markerHeader = 'x-landfall';
export const apiVersion = '1';

/** Header that every unsafe call carries; a form of another site cannot set it. */
export const clientHeader = 'x-client';
export const clientName = 'web';

export const idempotencyHeader = 'idempotency-key';
export const requestIdHeader = 'x-request-id';

/** Readable cookie that says a session may exist; login status is asked only while it is there. */
export const sessionHintCookie = 'landfall_hint';

/** Names the student whose session an answer was made for, so that a worker or cache never mixes two. */
export const subjectHeader = 'x-landfall-subject';

const minute = 60_000;

/**
 * Lifetimes of staff sessions (docs/product.md#staff-sign-in): a session ends after `idle` without a call, and in any
 * case after `absolute`. `pending` is the time for the second step of the sign-in.
 */
export const staffSessionLifetimes = { idle: 30 * minute, absolute: 720 * minute, pending: 10 * minute } as const;
/**
 * How recently a staff member must have authenticated for calls with `stepUp`, such as refunds, exports and changes of
 * staff accounts.
 */
export const stepUpLifetime = 5 * minute;
/**
 * How long after signing in with a recovery code a staff member may add a second factor without step-up authentication.
 */
export const recoverySetUpTime = 15 * minute;
export const invitationLifetime = 7 * 1440 * minute;

export const recoveryCodeCount = 10;
/** After this many wrong one-time or recovery codes, the sign-in starts again with the password. */
export const maxCodeTries = 5;
export const maxPasskeys = 10;
/** Number of entries on one page of the audit log. */
export const auditPageSize = 50;

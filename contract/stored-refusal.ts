const unstoredStatuses: readonly number[] = [401, 403, 408, 425, 429];

/**
 * Whether the server stores a refusal under the idempotency key of the call, so that a repeat with this key gets the
 * same refusal. It does not store refusals that a repeat may overcome, such as a rate limit, a missing sign-in or a
 * server error.
 */
export const isStoredRefusal = ({ status, code }: { status: number; code: string | null }): boolean =>
  status < 500 && !unstoredStatuses.includes(status) && code !== 'IN_PROGRESS';

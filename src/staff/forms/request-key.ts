import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';

/**
 * Statuses of refusals that the server does not store, because a repeat may succeed, for example after signing in
 * again.
 */
const passingStatuses: readonly number[] = [401, 403, 408, 425, 429];

/**
 * Whether the server has stored an error under the idempotency key of the call. The server decides by the same rule
 * (server/http/idempotency/idempotency.repo.ts).
 */
const isStored = ({ failure, status, code }: ApiError): boolean =>
  failure !== null && status < 500 && !passingStatuses.includes(status) && code !== 'IN_PROGRESS';

/**
 * The idempotency key of a form's call, and an `onError` handler for that call. The server stores most refusals under
 * the key. After such a refusal, the handler creates a new key for the corrected form. After any other failure the key
 * stays the same, so that a repeat has no second effect. A form that stays open after success calls `renew` to get a
 * key for its next call.
 */
export function useRequestKey(): { key: string; renew: () => void; onError: (error: Error) => void } {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renew = () => setKey(crypto.randomUUID());
  const onError = (error: Error) => {
    if (error instanceof ApiError && isStored(error)) renew();
  };
  return { key, renew, onError };
}

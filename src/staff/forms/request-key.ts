import { useState } from 'react';
import { isStoredRefusal } from '../../../contract/stored-refusal.ts';
import { ApiError } from '../../lib/api.ts';

/**
 * The idempotency key of a form's call, and an `onError` handler for that call. The server stores most refusals under
 * the key, so after such a refusal the handler creates a new key for the corrected form. After any other failure the
 * key stays the same, so that a repeat has no second effect. A form that stays open after success calls `renew` to get
 * a key for its next call.
 */
export function useRequestKey(): { key: string; renew: () => void; onError: (error: Error) => void } {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renew = () => setKey(crypto.randomUUID());
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.failure && isStoredRefusal(error)) renew();
  };
  return { key, renew, onError };
}

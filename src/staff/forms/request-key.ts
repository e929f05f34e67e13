import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';

/**
 * The idempotency key of a form's call, and the `onError` of the call. A refusal is stored under the key, so the corrected
 * form gets a new one. Without a response the key stays the same, so that a repeat has no second effect.
 */
export function useRequestKey(): { key: string; onError: (error: Error) => void } {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.failure) setKey(crypto.randomUUID());
  };
  return { key, onError };
}

import { useRef } from 'react';

/**
 * Idempotency keys for changes that are made without a form, such as choosing an option. `keyOf` returns the same key
 * as long as the same change (`intent`) is tried again, so that a repeat has no second effect. Call `renew` when the
 * change is stored.
 */
export function useIntentKey(): { keyOf: (intent: string) => string; renew: () => void } {
  const last = useRef({ intent: '', key: '' });
  return {
    keyOf(intent) {
      if (last.current.intent !== intent) last.current = { intent, key: crypto.randomUUID() };
      return last.current.key;
    },
    renew() {
      last.current = { intent: '', key: '' };
    },
  };
}

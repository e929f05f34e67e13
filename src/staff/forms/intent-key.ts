import { useRef } from 'react';

/**
 * Idempotency keys for changes that are made without a form, such as choosing an option. Trying the same change again after
 * a failure uses the same key, so that it has no second effect. `renew` is called when the change is done.
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

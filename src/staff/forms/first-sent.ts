import { useRef } from 'react';

/**
 * Returns a function that returns the first value that it was given for an idempotency key. A repeat under the same key
 * must be the same request, although what the page shows may have been reloaded in between.
 */
export function useFirstSent<Value>(): (key: string, value: Value) => Value {
  const first = useRef<{ key: string; value: Value } | null>(null);
  return (key, value) => {
    if (first.current?.key !== key) first.current = { key, value };
    return first.current.value;
  };
}

import { useRef } from 'react';

/**
 * Returns a function that remembers the first value that it gets with an idempotency key, and returns this value
 * whenever it is called with the same key. A repeat under the same key must be the same request, even if the page has
 * loaded newer data in between.
 */
export function useFirstSent<Value>(): (key: string, value: Value) => Value {
  const first = useRef<{ key: string; value: Value } | null>(null);
  return (key, value) => {
    if (first.current?.key !== key) first.current = { key, value };
    return first.current.value;
  };
}

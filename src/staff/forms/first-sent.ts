import { useRef } from 'react';

/**
 * Returns a function that takes an idempotency key and a value, and returns the first value that it got with this key.
 * A repeat under the same key must be the same request, even if the page has loaded newer data in between.
 */
export function useFirstSent<Value>(): (key: string, value: Value) => Value {
  const first = useRef<{ key: string; value: Value } | null>(null);
  return (key, value) => {
    if (first.current?.key !== key) first.current = { key, value };
    return first.current.value;
  };
}

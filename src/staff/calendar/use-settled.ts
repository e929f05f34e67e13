import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';

const pauseMs = 500;

/**
 * Debounces a form value, so that the server is not asked at each key press. `settled`: the last value that stayed
 * unchanged for half a second. `isCurrent`: whether the form still has this value; values are compared as JSON.
 */
export function useSettled<T>(value: T): { settled: T; isCurrent: boolean } {
  const text = JSON.stringify(value);
  const [settledText] = useDebouncedValue(text, pauseMs);
  const settled = useMemo(() => JSON.parse(settledText) as T, [settledText]);
  return { settled, isCurrent: text === settledText };
}

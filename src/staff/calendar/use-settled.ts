import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';

const pauseMs = 500;

/**
 * A value of a form once it has not changed for a moment, so that the server is not asked at each key press. `isCurrent`:
 * whether the form still has this value. Values are compared as JSON.
 */
export function useSettled<T>(value: T): { settled: T; isCurrent: boolean } {
  const text = JSON.stringify(value);
  const [settledText] = useDebouncedValue(text, pauseMs);
  const settled = useMemo(() => JSON.parse(settledText) as T, [settledText]);
  return { settled, isCurrent: text === settledText };
}

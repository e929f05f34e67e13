import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Makes Enter in a search field choose the first match. If the matches for the typed text have not arrived yet
 * (`isCurrent` is false), the first match is chosen as soon as they arrive. Enter does not submit a form around the
 * field.
 */
export function useFirstMatch(text: string, isCurrent: boolean, chooseFirst: () => void) {
  const entered = useRef<string | null>(null);
  useEffect(() => {
    const isAwaited = isCurrent && entered.current === text;
    if (isCurrent || entered.current !== text) entered.current = null;
    if (isAwaited) chooseFirst();
  });
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCurrent) chooseFirst();
    else entered.current = text;
  };
}

import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Lets Enter choose the first match of a search field. If the matches of the typed text have not arrived yet (`isCurrent` is
 * false), the first one is chosen as soon as they do. This Enter never submits the form around the field.
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

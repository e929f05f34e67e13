import { useEffect, useRef } from 'react';

/**
 * Removing a line also removes its focused button. Moves the focus to the element with this ref, so that keyboard and screen
 * reader users keep their place. `count`: how many lines, or other things that can have the focus, there are now.
 */
export function useFocusAfterRemoval<Around extends HTMLElement = HTMLDivElement>(count: number) {
  const ref = useRef<Around>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return ref;
}

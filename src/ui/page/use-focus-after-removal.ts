import { useEffect, useRef } from 'react';

/**
 * Removing a line also removes its focused button. Moves the focus to the element with this ref, so that keyboard and screen
 * reader users keep their place. `counts`: how many lines, or other things that can have the focus, there are now.
 */
export function useFocusAfterRemoval<Around extends HTMLElement = HTMLDivElement>(...counts: number[]) {
  const ref = useRef<Around>(null);
  const before = useRef(counts);
  useEffect(() => {
    const isRemoved = counts.some((count, index) => count < (before.current[index] ?? 0));
    if (isRemoved && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    before.current = counts;
  });
  return ref;
}

/** Ref of a message that replaces a button or a form. Moves the focus there, if the focus was in what it replaces. */
export function focusIfLost(message: HTMLElement | null): void {
  if (document.activeElement === document.body) message?.focus({ preventScroll: true });
}

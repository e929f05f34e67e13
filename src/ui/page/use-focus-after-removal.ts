import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the element with this ref after a line was removed, because its focused button is removed with it. So
 * keyboard and screen reader users keep their place. `counts`: the current numbers of lines and of other things that can
 * have the focus.
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

/**
 * The ref of a message that replaces a button or a form. If the focus was in what the message replaces, it moves to the
 * message.
 */
export function focusIfLost(message: HTMLElement | null): void {
  if (document.activeElement === document.body) message?.focus({ preventScroll: true });
}

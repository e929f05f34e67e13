import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the element with the returned ref when a list item has disappeared together with its focused
 * button. Otherwise keyboard and screen reader users would lose their place on the page. `counts`: the number of list
 * items, and of other elements that can be removed while they have the focus. The focus moves if one of these numbers
 * has decreased and nothing has the focus.
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
 * A callback for the `ref` of a message that replaces a button or a form. If the focus was in the replaced element, it
 * moves to the message.
 */
export function focusIfLost(message: HTMLElement | null): void {
  if (document.activeElement === document.body) message?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the content of the page. Called when a control disappears because it was pressed, such as the
 * button that dismisses a notice.
 */
export function focusContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

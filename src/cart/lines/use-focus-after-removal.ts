import { useEffect, useRef } from 'react';

/**
 * Removing a line also removes its focused button. Moves the focus to the element with this ref, so that keyboard and screen
 * reader users keep their place. `lines`: how many there are now.
 */
export function useFocusAfterRemoval(lines: number) {
  const listRef = useRef<HTMLDivElement>(null);
  const before = useRef(lines);
  useEffect(() => {
    if (lines < before.current && document.activeElement === document.body)
      listRef.current?.focus({ preventScroll: true });
    before.current = lines;
  }, [lines]);
  return listRef;
}

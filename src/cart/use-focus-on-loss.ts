import { useEffect, useRef } from 'react';

/** A line that goes takes the focus with it: what holds the lines then keeps the reader's place. */
export function useFocusOnLoss(lines: number) {
  const holderRef = useRef<HTMLDivElement>(null);
  const before = useRef(lines);
  useEffect(() => {
    if (lines < before.current && document.activeElement === document.body)
      holderRef.current?.focus({ preventScroll: true });
    before.current = lines;
  }, [lines]);
  return holderRef;
}

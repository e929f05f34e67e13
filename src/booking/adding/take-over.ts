import { type RefCallback, useEffect, useRef, useState } from 'react';

/*
 * An offer first shows controls without a machine. These hooks let the component with the machine, which is loaded when it is
 * needed, continue what the student began there.
 */

/** Runs `work` after the first render only. */
export function useOnce(work: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    work();
  });
}

/**
 * The ref of the new controls. If the focus was lost with the previous controls, it goes to the element that `selector`
 * matches; null leaves it alone.
 */
export function useRestoredFocus(selector: string | null): RefCallback<HTMLElement> {
  const wanted = useRef(selector);
  const [ref] = useState<RefCallback<HTMLElement>>(() => (element: HTMLElement | null) => {
    if (!element || !wanted.current) return;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement === body || activeElement === null)
      element.querySelector<HTMLElement>(wanted.current)?.focus({ preventScroll: true });
    wanted.current = null;
  });
  return ref;
}

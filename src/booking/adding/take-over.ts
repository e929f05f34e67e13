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
 * The ref of the new controls. If the focus was lost with the previous controls, it goes to the element that matches the
 * selector of `find`, which is called when the new controls appear; null leaves the focus alone.
 */
export function useRestoredFocus(find: () => string | null): RefCallback<HTMLElement> {
  const isDone = useRef(false);
  const [ref] = useState<RefCallback<HTMLElement>>(() => (element: HTMLElement | null) => {
    const selector = element && !isDone.current ? find() : null;
    if (!element || !selector) return;
    isDone.current = true;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement === body || activeElement === null)
      element.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
  return ref;
}

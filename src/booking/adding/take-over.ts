import { type RefCallback, useEffect, useRef, useState } from 'react';
import { loadPart } from '../../lib/lazy-part.ts';

/*
 * An offer first shows controls without a machine. These hooks let the component with the machine, which is loaded when it is
 * needed, continue what the student began there.
 */

/** Code that is loaded on demand. `code` is null until it has loaded; then all cards use it at once. */
export type Loadable<T> = { load: () => Promise<T>; code: T | null };

/**
 * Returns the code of the machine's controls once it has loaded, which begins when it is wanted. Unlike with `Suspense`, the
 * first controls stay in the page meanwhile, with their focus.
 */
export function useMachineCode<T>(part: Loadable<T>, isWanted: boolean): T | null {
  const [, setLoaded] = useState(part.code);
  useEffect(() => {
    if (!isWanted || part.code) return;
    void loadPart(part.load).then((code) => {
      part.code = code;
      setLoaded(code);
    });
  }, [part, isWanted]);
  return part.code;
}

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

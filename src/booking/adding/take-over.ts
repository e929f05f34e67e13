import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { loadPart } from '../../lib/lazy-part.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/*
 * The controls of a course or package first have no state machine. When the controls with the machine are loaded, these
 * hooks let them take over without losing the focus or a click.
 */

/** A module that is loaded on demand. `code`: the loaded module, which all cards share; null until it has loaded. */
export type Loadable<T> = { load: () => Promise<T>; code: T | null };

/** A click comes at most this many milliseconds after the pointer or key was released, even on a busy phone. */
const clickDelayMs = 300;

/**
 * Calls `report(true)` when a pointer or a key is pressed on the element, and `report(false)` once the click that
 * follows has been handled. Returns a function that ends the current press.
 */
function watchPresses(element: HTMLElement, report: (isHeld: boolean) => void): () => void {
  let press: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    press?.abort();
    press = null;
    report(false);
  };
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(end, clickDelayMs);
  };
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    if (press) return;
    press = new AbortController();
    const { signal } = press;
    // When the list of a `select` closes, there may be no `pointerup`. So other events count as releasing the pointer
    // too.
    for (const type of ['pointerup', 'pointercancel', 'keyup', 'change', 'blur'])
      window.addEventListener(type, release, { signal });
    // A click ends the press once it reaches the window, because React has then handled it. A click caused by Enter
    // does not end the press, because the key is still down.
    window.addEventListener('click', () => timer !== undefined && end(), { signal });
    report(true);
  };
  element.addEventListener('pointerdown', begin);
  element.addEventListener('keydown', begin);
  return end;
}

/**
 * Loads controls that use a state machine, once `isWanted` is true. While the returned `code` is null, the caller shows
 * simple controls with the returned `ref`. `code` stays null while a simple control is pressed, because replacing the
 * control would lose the click. `Suspense` is not used: it would remove the simple controls, and the focus with them.
 */
export function useMachineCode<T>(part: Loadable<T>, isWanted: boolean) {
  const [, setLoaded] = useState(part.code);
  const [isHeld, setIsHeld] = useState(false);
  const ref = useCallback(
    (element: HTMLElement | null) => (element ? watchPresses(element, setIsHeld) : undefined),
    [],
  );
  useEffect(() => {
    if (!isWanted || part.code) return;
    const load = async () => {
      part.code = await loadPart(part.load);
      setLoaded(part.code);
    };
    // Adding the script to the page blocks a slow phone for 100 ms, so show the response to the press first.
    return whenIdle(() => void load());
  }, [part, isWanted]);
  return { code: isHeld ? null : part.code, isLoading: isWanted && !part.code, ref };
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
 * Returns a ref for controls that replace other controls. If the replaced ones had the focus, it moves to the element
 * that matches the selector from `find`. `find` is called when the new controls appear; null leaves the focus where it
 * is.
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

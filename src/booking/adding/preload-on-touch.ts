import type { RefCallback } from 'react';

/**
 * Returns the ref of an element that calls `load` when a finger or the focus first comes to it, so that code is loading while
 * the student still chooses.
 */
export function preloadOnTouch(load: () => Promise<unknown>): RefCallback<HTMLElement> {
  return (element) => {
    // A press that needs the code loads it again and reports a failure.
    const begin = () => void load().catch(() => {});
    element?.addEventListener('pointerdown', begin, { once: true });
    element?.addEventListener('focusin', begin, { once: true });
  };
}

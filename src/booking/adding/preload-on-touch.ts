import type { RefCallback } from 'react';

/**
 * Returns a ref callback. When its element is first touched or focused, it calls `load`, so that the script loads while
 * the student is still choosing.
 */
export function preloadOnTouch(load: () => Promise<unknown>): RefCallback<HTMLElement> {
  return (element) => {
    // Ignore a failed preload: a click that needs the script loads it again, and reports a failure.
    const begin = () => void load().catch(() => {});
    element?.addEventListener('pointerdown', begin, { once: true });
    element?.addEventListener('focusin', begin, { once: true });
  };
}

import type { RefCallback } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * Returns a ref callback. When its element is first touched or focused, it calls `load`, so that the script loads while
 * the student is still choosing.
 */
export function preloadOnTouch(load: () => Promise<unknown>): RefCallback<HTMLElement> {
  return (element) => {
    // Ignore a failed preload: a click that needs the script loads it again, and reports a failure.
    const preload = () => void load().catch(() => {});
    // Adding the script to the page blocks a slow phone for 100 ms, so show the response to the touch first.
    const begin = () => void whenIdle(preload);
    element?.addEventListener('pointerdown', begin, { once: true });
    element?.addEventListener('focusin', begin, { once: true });
  };
}

import type { Page } from '@playwright/test';

type Timers = { pathTimers?: Map<number, () => void>; pathAhead?: number };

/**
 * From the next page load on, timers of exactly `delay` ms fire only when `fireHeldTimers` is called. This leaves time
 * to check a state that a state machine leaves after this delay. All other timers work normally, because axe would not
 * work with a stopped clock.
 */
export async function holdTimers(page: Page, delay: number): Promise<void> {
  await page.addInitScript((held) => {
    const waiting = new Map<number, () => void>();
    (window as Timers).pathTimers = waiting;
    const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = window;
    // Give held timers ids that are higher than those of all real timers, so that no two timers have the same id.
    let lastId = 1_000_000_000;
    const setHeldTimeout = (callback: () => void, wait?: number, ...rest: unknown[]) => {
      if (wait !== held) return realSetTimeout(callback, wait, ...rest);
      lastId += 1;
      waiting.set(lastId, callback);
      return lastId;
    };
    const realNow = Date.now;
    Date.now = () => realNow() + ((window as Timers).pathAhead ?? 0);
    window.setTimeout = setHeldTimeout as typeof window.setTimeout;
    window.clearTimeout = ((timer?: number) => {
      if (timer !== undefined && waiting.delete(timer)) return;
      realClearTimeout(timer);
    }) as typeof window.clearTimeout;
  }, delay);
}

/** Moves the page's `Date.now()` ahead by this many milliseconds. The held timers do not fire. */
export async function moveClockAhead(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((ahead) => {
    (window as Timers).pathAhead = ((window as Timers).pathAhead ?? 0) + ahead;
  }, milliseconds);
}

/** Fires all held timers, after moving the page's `Date.now()` ahead by this many milliseconds. */
export async function fireHeldTimers(page: Page, ahead = 0): Promise<void> {
  await moveClockAhead(page, ahead);
  await page.evaluate(() => {
    const waiting = (window as Timers).pathTimers ?? new Map<number, () => void>();
    const callbacks = [...waiting.values()];
    waiting.clear();
    for (const callback of callbacks) callback();
  });
}

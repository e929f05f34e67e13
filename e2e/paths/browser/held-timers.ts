import type { Page } from '@playwright/test';

type Timers = { pathTimers?: Map<number, () => void>; pathAhead?: number };

/**
 * Delays of exactly so many milliseconds pass only when they are told to: a state that waits for one can be looked at for as
 * long as axe needs, which a clock that stands still would stop as well. `passTimers` may also put the time of day ahead.
 */
export async function holdTimers(page: Page, delay: number): Promise<void> {
  await page.addInitScript((held) => {
    const waiting = new Map<number, () => void>();
    (window as Timers).pathTimers = waiting;
    const { setTimeout: whole, clearTimeout: wholeClear } = window;
    // No number that a timer of the page has, nor one that stands for none.
    let last = 1_000_000_000;
    const holding = (work: () => void, wait?: number, ...rest: unknown[]) => {
      if (wait !== held) return whole(work, wait, ...rest);
      last += 1;
      waiting.set(last, work);
      return last;
    };
    const timeOfDay = Date.now;
    Date.now = () => timeOfDay() + ((window as Timers).pathAhead ?? 0);
    window.setTimeout = holding as typeof window.setTimeout;
    window.clearTimeout = ((timer?: number) => {
      if (timer !== undefined && waiting.delete(timer)) return;
      wholeClear(timer);
    }) as typeof window.clearTimeout;
  }, delay);
}

/** Lets every delay pass that is held, the time of day so many milliseconds ahead. */
export async function passTimers(page: Page, ahead = 0): Promise<void> {
  await page.evaluate((milliseconds) => {
    (window as Timers).pathAhead = ((window as Timers).pathAhead ?? 0) + milliseconds;
    const waiting = (window as Timers).pathTimers ?? new Map<number, () => void>();
    const works = [...waiting.values()];
    waiting.clear();
    for (const work of works) work();
  }, ahead);
}

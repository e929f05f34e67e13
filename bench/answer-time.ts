import type { Page } from '@playwright/test';

type Watching = { answeredByBench: number[] };

/** From now on, notes how long each tap or key waits for its next paint (Event Timing, 8 ms steps). */
export function watchAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const answered: number[] = [];
    Object.assign(window, { answeredByBench: answered });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (['pointerup', 'click', 'keydown', 'keyup', 'input'].includes(entry.name)) answered.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The longest wait in milliseconds; what is below 16 ms counts as 16. */
export async function longestAnswer(page: Page): Promise<number> {
  await page.waitForTimeout(1000);
  return page.evaluate(() => Math.max(16, ...(window as unknown as Watching).answeredByBench));
}

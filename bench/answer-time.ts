import type { Page } from '@playwright/test';

type Watching = { answersByBench: { times: number[]; collect: () => void } };

/** From now on, notes how long each tap or key waits for its next paint (Event Timing, 8 ms steps). */
export function watchAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const entry of entries)
        if (['pointerup', 'click', 'keydown', 'keyup', 'input'].includes(entry.name)) times.push(entry.duration);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { answersByBench: { times, collect: () => note(observer.takeRecords()) } });
  });
}

/** The longest wait in milliseconds; what is below 16 ms counts as 16. */
export async function longestAnswer(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { times, collect } = (window as unknown as Watching).answersByBench;
    // The first frame may be the one that the last tap waits for; by the second it is painted. Entries come when there is time.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestIdleCallback(done, { timeout: 5000 }));
    collect();
    return Math.max(16, ...times);
  });
}

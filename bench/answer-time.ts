import type { Page } from '@playwright/test';

type Watching = { answersByBench: number[] };

/**
 * From now on, notes how long each tap or key waits until the next frame is made: from the event's own time, so with what
 * it waited for in the queue. (Event Timing is of no use for it: without a screen it tells one moment for twenty keys.)
 */
export function watchAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    const watch = ({ timeStamp, isTrusted }: Event) => {
      // What a page says to itself is no tap.
      if (!isTrusted) return;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - timeStamp);
      // A frame's callbacks come before its layout and paint; a message posted there, after them.
      requestAnimationFrame(() => port2.postMessage(null));
    };
    for (const type of ['pointerup', 'click', 'keydown', 'keyup', 'change'])
      window.addEventListener(type, watch, { capture: true });
    Object.assign(window, { answersByBench: times });
  });
}

/**
 * From now on, notes how long each key waits until the frame that shows the last change it made below `selector`, where
 * that is later than its first frame.
 */
export function watchResults(page: Page, selector: string): Promise<void> {
  return page.evaluate((found) => {
    const times: number[] = [];
    let since = 0;
    const note = () => {
      const { port1, port2 } = new MessageChannel();
      const place = times.length - 1;
      port1.onmessage = () => {
        times[place] = performance.now() - since;
      };
      requestAnimationFrame(() => port2.postMessage(null));
    };
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        since = timeStamp;
        times.push(0);
        note();
      },
      { capture: true },
    );
    const seen = document.querySelector(found);
    if (!seen) throw new Error(`There is no ${found}`);
    new MutationObserver(note).observe(seen, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { answersByBench: times });
  }, selector);
}

/** The longest wait in milliseconds. @throws Error where nothing was noted */
export async function longestAnswer(page: Page): Promise<number> {
  const times = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done, 300));
    return (window as unknown as Watching).answersByBench;
  });
  if (times.length === 0) throw new Error('No tap or key was seen');
  return Math.max(...times);
}

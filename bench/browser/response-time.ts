import type { Page } from '@playwright/test';

type WatchedWindow = { responseTimes: number[] };

/**
 * Records, from now on, how long each tap or key press waits for the next frame. The time is counted from the event's
 * own timestamp, so it includes the time that the event spent in the queue. The Event Timing API cannot be used: a
 * headless browser reports a single time for twenty key presses.
 */
export function watchResponses(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    const watch = ({ timeStamp, isTrusted }: Event) => {
      // Ignore events that scripts of the page dispatch.
      if (!isTrusted) return;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - timeStamp);
      // To read the clock after the paint, post a message from requestAnimationFrame: the callback runs before layout
      // and paint, the message arrives after them.
      requestAnimationFrame(() => port2.postMessage(null));
    };
    for (const type of ['pointerup', 'click', 'keydown', 'keyup', 'change'])
      window.addEventListener(type, watch, { capture: true });
    Object.assign(window, { responseTimes: times });
  });
}

/**
 * Records, from now on, how long each key press takes until the frame that shows its last change inside the element
 * `selector`. If a key press changes nothing there, records the time until the next frame.
 */
export function watchResults(page: Page, selector: string): Promise<void> {
  return page.evaluate((watched) => {
    const times: number[] = [];
    let since = 0;
    const note = () => {
      const { port1, port2 } = new MessageChannel();
      const index = times.length - 1;
      port1.onmessage = () => {
        times[index] = performance.now() - since;
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
    const element = document.querySelector(watched);
    if (!element) throw new Error(`The page has no ${watched}`);
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { responseTimes: times });
  }, selector);
}

/** Returns the longest recorded time in milliseconds. @throws Error if no tap or key press was recorded */
export async function longestResponse(page: Page): Promise<number> {
  const times = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    // Some changes appear later than three frames after the event, so wait another 300 ms.
    await new Promise((done) => setTimeout(done, 300));
    return (window as unknown as WatchedWindow).responseTimes;
  });
  if (times.length === 0) throw new Error('No tap or key press was recorded');
  return Math.max(...times);
}

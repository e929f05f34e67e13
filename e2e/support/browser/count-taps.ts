import type { Page } from '@playwright/test';

/**
 * Starts to count the taps on a page, also on documents that the page loads later.
 * @returns a function that returns the number of taps so far
 */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  const name = 'reportTap';
  await page.exposeFunction(name, () => {
    taps += 1;
  });
  const listen = (report: string) => {
    addEventListener('pointerdown', () => Reflect.get(globalThis, report)(), { capture: true });
  };
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  return () => taps;
}

import type { Page } from '@playwright/test';

/** Counts the taps on a page from now on, also after it has loaded another document. @returns the number so far */
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

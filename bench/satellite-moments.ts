import type { Page } from '@playwright/test';
import { paths } from '../contract/pages.ts';

/** Milliseconds until the load event has ended. */
export async function untilLoaded(page: Page): Promise<number> {
  const ended = () => performance.getEntriesByType('navigation').map((entry) => entry.duration)[0] || 0;
  return (await page.waitForFunction(ended)).jsonValue();
}

/** Milliseconds until the largest paint, as it is once the page has loaded. */
export async function untilPainted(page: Page): Promise<number> {
  await untilLoaded(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

/** Milliseconds until React has taken over the button Book Online: from then on a tap opens it without a new page. */
export async function untilTakenOver(page: Page): Promise<number> {
  const isTaken = (href: string) => {
    const link = document.querySelector(`main a[href="${href}"]`);
    return link && Object.keys(link).some((key) => key.startsWith('__reactProps')) ? performance.now() : 0;
  };
  return (await page.waitForFunction(isTaken, paths.bookOnline)).jsonValue();
}

/**
 * Taps Book Online as soon as it can be: milliseconds from the beginning of the visit to that tap, and until the page stands
 * that it opened. It is a link, which works before any script has come.
 */
export async function tapBook(page: Page): Promise<{ tap: number; stands: number }> {
  const begun = await page.evaluate(() => performance.timeOrigin);
  const tapped = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
      }),
  );
  await page.getByRole('main').getByRole('link', { name: 'Book Online' }).tap();
  const tap = await tapped;
  await page.waitForURL(`**${paths.bookOnline}`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Book Online' }).waitFor();
  return { tap, stands: (await page.evaluate(() => performance.timeOrigin + performance.now())) - begun };
}

/** Milliseconds until the worker rules the page, and Home and the four lists of courses, short and long, are stored. */
export const untilKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const readKeys = () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('landfall-queries');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('queries').objectStore('queries').getAllKeys();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result.map(String));
          };
        };
      });
    const isKept = async () => {
      if (navigator.serviceWorker.controller?.state !== 'activated') return false;
      const keys = await readKeys();
      const of = (part: string) => keys.filter((key) => key.includes(part)).length;
      return of('"home"') >= 1 && of('"category"') >= 8;
    };
    while (!(await isKept())) await new Promise((resume) => setTimeout(resume, 100));
    return performance.now();
  });

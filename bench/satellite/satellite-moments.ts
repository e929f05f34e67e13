import type { Page } from '@playwright/test';
import { paths } from '../../contract/pages.ts';

/** Returns the milliseconds from the start of navigation to the end of the load event. */
export async function untilLoaded(page: Page): Promise<number> {
  const ended = () => performance.getEntriesByType('navigation').map((entry) => entry.duration)[0] || 0;
  return (await page.waitForFunction(ended)).jsonValue();
}

/**
 * Returns the milliseconds from the start of navigation to the largest contentful paint. Reads it after the load event.
 */
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

/**
 * Returns the milliseconds from the start of navigation until React has hydrated the link Book Online on Home. From
 * then on a tap on the link navigates without loading a new document.
 */
export async function untilHydrated(page: Page): Promise<number> {
  const hydratedAt = (href: string) => {
    const link = document.querySelector(`main a[href="${href}"]`);
    return link && Object.keys(link).some((key) => key.startsWith('__reactProps')) ? performance.now() : 0;
  };
  return (await page.waitForFunction(hydratedAt, paths.bookOnline)).jsonValue();
}

/**
 * Taps Book Online as soon as it is shown. It is a link, so the tap works before any script has loaded.
 * @returns the milliseconds from the start of the visit to the tap (`tap`) and until the opened page is shown (`shown`)
 */
export async function tapBook(page: Page): Promise<{ tap: number; shown: number }> {
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
  return { tap, shown: (await page.evaluate(() => performance.timeOrigin + performance.now())) - begun };
}

/**
 * Returns the milliseconds from the start of navigation until the service worker controls the page and the device has
 * stored the data of Home and of all course lists.
 */
export const untilStored = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const readKeys = () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('landfall-queries');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction('queries').objectStore('queries').getAllKeys();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result.map(String));
          };
        };
      });
    const isStored = async () => {
      if (navigator.serviceWorker.controller?.state !== 'activated') return false;
      const keys = await readKeys();
      const of = (part: string) => keys.filter((key) => key.includes(part)).length;
      return of('"home"') >= 1 && of('"category"') >= 8;
    };
    while (!(await isStored())) await new Promise((resume) => setTimeout(resume, 100));
    return performance.now();
  });

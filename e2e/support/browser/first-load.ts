import { expect, type Page } from '@playwright/test';

/** The maximum size of what a page loads first: its HTML, scripts and styles, in compressed bytes. */
export const firstLoadBudgets = {
  publicPage: 170 * 1024,
  /** Higher than `publicPage`, because Book Online loads the cart, the outbox and its course list from the start. */
  bookOnline: 190 * 1024,
  /** For Book Online after the first press of an add button. */
  bookOnlinePressed: 228 * 1024,
};

/**
 * Waits until the network is idle. Returns the compressed size, in bytes, of all HTML, scripts and styles that the page
 * has loaded.
 */
export async function firstLoadBytes(page: Page): Promise<number> {
  const sizes = () =>
    page.evaluate(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      return loaded
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ entryType, name, encodedBodySize }) => ({
          path: new URL(name).pathname,
          bytes: encodedBodySize,
          isCounted: entryType === 'navigation' || /\.(js|css)$/.test(new URL(name).pathname),
        }));
    });
  // Wait for the script that registers the service worker. Every page loads this script last.
  await expect.poll(async () => (await sizes()).map(({ path }) => path).join()).toContain('/register-worker-');
  await page.waitForLoadState('networkidle');
  const counted = (await sizes()).filter(({ isCounted }) => isCounted);
  return counted.reduce((sum, { bytes }) => sum + bytes, 0);
}

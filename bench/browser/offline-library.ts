import type { Browser, Page } from '@playwright/test';
import { checkAtMost } from '../measure.ts';
import { countTraffic, phone } from './network-count.ts';
import { withBenchSite } from './web-site.ts';

/**
 * Numbers of active courses to measure with: fewer than the demo academy has, a large academy, and more than any
 * academy has.
 */
const sizes = [45, 1000, 10_000];
/** Speed of a satellite link with 512 kbit/s, in bytes per second. */
const satelliteRate = 64_000;
const isDownload = ({ pathname }: URL) => pathname.startsWith('/api/offline/') || pathname.startsWith('/media/');

/** Downloads the whole offline library. @returns the seconds that it took */
export async function downloadLibrary(page: Page, hasPictures: boolean): Promise<number> {
  const button = page.getByRole('button', { name: /^Save \(/ });
  await button.waitFor({ timeout: 300_000 });
  const pictures = page.getByRole('checkbox', { name: /^With pictures/ });
  if (await pictures.isVisible()) await pictures.setChecked(hasPictures);
  const begun = performance.now();
  await button.click();
  await page.getByText('Everything is on this device.').waitFor({ timeout: 900_000 });
  return (performance.now() - begun) / 1000;
}

/** Measures the download of the offline library, and a later check for changes that finds none. */
export async function measureLibrary(browser: Browser): Promise<void> {
  console.log('Offline library with pictures, on an unlimited connection');
  for (const courses of sizes) {
    await withBenchSite({ courses }, async ({ origin }) => {
      const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
      const page = await context.newPage();
      const saved = await countTraffic(page, isDownload);
      await page.goto(`${origin}/save-for-the-voyage`);
      const seconds = await downloadLibrary(page, true);
      const satelliteSeconds = saved.bytes / satelliteRate;
      console.log(
        `  ${courses} courses: ${(saved.bytes / 1024).toFixed(0)} KB in ${saved.requests} requests, ${seconds.toFixed(1)} s; at least ${satelliteSeconds.toFixed(0)} s at 512 kbit/s`,
      );
      const checked = await countTraffic(page, isDownload);
      await page.getByRole('button', { name: 'Check for changes' }).click();
      await page.getByText('Nothing has changed since you saved it.').waitFor({ timeout: 120_000 });
      checkAtMost('a check for changes that finds none', checked.bytes, { most: 2048, unit: 'bytes' });
      await context.close();
    });
  }
}

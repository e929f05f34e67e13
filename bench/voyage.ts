import type { Browser, Page } from '@playwright/test';
import { judgeMost } from './goal.ts';
import { countTraffic, phone } from './network-count.ts';
import { withBenchSite } from './web-site.ts';

/** The demo in part, a large academy, and far more than any has. */
const sizes = [45, 1000, 10_000];
/** Bytes a second of the satellite's line: 512 kbit/s. */
const satelliteRate = 64_000;
const isVoyage = ({ pathname }: URL) => pathname.startsWith('/api/offline/') || pathname.startsWith('/media/');

/** Saves everything from the page 'Save for the voyage'; seconds that it took. */
export async function saveVoyage(page: Page, hasPictures: boolean): Promise<number> {
  const button = page.getByRole('button', { name: /^Save \(/ });
  await button.waitFor({ timeout: 300_000 });
  const pictures = page.getByRole('checkbox', { name: /^With pictures/ });
  if (await pictures.isVisible()) await pictures.setChecked(hasPictures);
  const begun = performance.now();
  await button.click();
  await page.getByText('Everything is on this device.').waitFor({ timeout: 900_000 });
  return (performance.now() - begun) / 1000;
}

/** What saving everything costs, and what it costs to learn that nothing has changed. */
export async function measureVoyage(browser: Browser): Promise<void> {
  console.log('Save for the voyage, with pictures; on an open line');
  for (const courses of sizes) {
    await withBenchSite({ courses }, async ({ origin }) => {
      const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
      const page = await context.newPage();
      const saved = await countTraffic(page, isVoyage);
      await page.goto(`${origin}/save-for-the-voyage`);
      const seconds = await saveVoyage(page, true);
      const onLine = saved.bytes / satelliteRate;
      console.log(
        `  ${courses} courses: ${(saved.bytes / 1024).toFixed(0)} KB in ${saved.requests} requests, ${seconds.toFixed(1)} s; at least ${onLine.toFixed(0)} s of a line of 512 kbit/s`,
      );
      const looked = await countTraffic(page, isVoyage);
      await page.getByRole('button', { name: 'Look for changes' }).click();
      await page.getByText('Nothing has changed since it was saved.').waitFor({ timeout: 120_000 });
      judgeMost('to learn that nothing has changed', looked.bytes, { most: 2048, unit: 'bytes' });
      await context.close();
    });
  }
}

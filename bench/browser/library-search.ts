import type { Browser } from '@playwright/test';
import { checkAtMost, median } from '../measure.ts';
import { phone, slowDown } from './network-count.ts';
import { longestResponse, watchResults } from './response-time.ts';
import { withBenchSite } from './web-site.ts';

const courses = 1000;
const slowdown = 4;

/** Measures how long the search of the offline library takes from a key press until it shows the result. */
export function measureSearch(browser: Browser, runs: number): Promise<void> {
  return withBenchSite({ courses }, async ({ origin }) => {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${origin}/save-for-the-voyage`);
    await page.getByRole('button', { name: /^Save \(/ }).click({ timeout: 300_000 });
    await page.getByText('Everything is on this device.').waitFor({ timeout: 300_000 });
    await slowDown(page, slowdown);
    const box = page.getByRole('searchbox');
    const all = page.getByRole('status').filter({ hasText: `${courses} courses` });
    const slowest: number[] = [];
    for (let run = 0; run < runs; run++) {
      await page.reload();
      await all.waitFor();
      await box.fill('a');
      await box.fill('');
      await all.waitFor();
      await watchResults(page, '[aria-labelledby="saved-search"]');
      await box.pressSequentially('fire fighting 3 days', { delay: 150 });
      slowest.push(await longestResponse(page));
    }
    console.log(`Search over ${courses} saved courses, processor ${slowdown}x slower, 20 keys, median of ${runs}`);
    checkAtMost('slowest key press until its courses are shown', median(slowest), { most: 50, unit: 'ms' });
    await context.close();
  });
}

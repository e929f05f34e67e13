import type { Browser } from '@playwright/test';
import { longestAnswer, watchResults } from './answer-time.ts';
import { judgeMost } from './goal.ts';
import { phone, slowDown } from './network-count.ts';
import { withBenchSite } from './web-site.ts';

const courses = 1000;
const slowdown = 4;

/** Keystrokes in the search over what was saved. */
export function measureSearch(browser: Browser): Promise<void> {
  return withBenchSite({ courses }, async ({ origin }) => {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${origin}/save-for-the-voyage`);
    await page.getByRole('button', { name: /^Save \(/ }).click({ timeout: 300_000 });
    await page.getByText('Everything is on this device.').waitFor({ timeout: 300_000 });
    await slowDown(page, slowdown);
    const box = page.getByRole('searchbox');
    await box.fill('a');
    await box.fill('');
    await page
      .getByRole('status')
      .filter({ hasText: `${courses} courses` })
      .waitFor();
    await watchResults(page, '[aria-labelledby="voyage-search"]');
    await box.pressSequentially('fire fighting 3 days', { delay: 150 });
    console.log(`Search over ${courses} saved courses, processor ${slowdown}x slower`);
    judgeMost('from the slowest key until its courses are shown', await longestAnswer(page), { most: 50, unit: 'ms' });
    await context.close();
  });
}

import type { Browser, Locator, Page } from '@playwright/test';
import { SignIn } from '../../e2e/support/screens/sign-in.ts';
import { asha } from '../../e2e/support/site/students.ts';
import { checkAtMost, median } from '../measure.ts';
import { phone, slowDown } from './network-count.ts';
import { longestResponse, watchResponses } from './response-time.ts';
import { withBenchSite } from './web-site.ts';

const courses = 2000;
const slowdown = 4;

/**
 * Taps as a finger does. Playwright's `click()` would distort the result: it runs checks in the page while the page
 * handles the tap.
 * @returns milliseconds from the tap until the panel of the tapped tab is shown
 */
async function tap(page: Page, target: Locator): Promise<number> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The tab to tap is not visible');
  const shown = await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first().textContent();
  const shownAfter = page.evaluate(async (before) => {
    const tapped = await new Promise<number>((resolve) =>
      window.addEventListener('click', (event) => resolve(event.timeStamp), { capture: true, once: true }),
    );
    const first = () => document.querySelector('[role="tabpanel"] h3')?.textContent ?? before;
    while (first() === before) await new Promise((frame) => requestAnimationFrame(frame));
    return performance.now() - tapped;
  }, shown);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await target.and(page.locator('[aria-selected="true"]')).waitFor();
  return shownAfter;
}

/** Measures how long the tabs of Book Online take to respond to a tap while the full list of courses is shown. */
export function measureTap(browser: Browser, runs: number): Promise<void> {
  return withBenchSite({ courses }, async ({ origin }) => {
    const firstTaps: number[] = [];
    const laterTaps: number[] = [];
    const panels: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ ...phone, baseURL: origin, serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.goto('/');
      await new SignIn(page).byApi(asha);
      await slowDown(page, slowdown);
      // Wait for `networkidle`, because the page shows the first courses of its HTML long before it is interactive.
      await page.goto('/course-booking?tab=individual', { waitUntil: 'networkidle' });
      await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first().waitFor({ timeout: 120_000 });
      await watchResponses(page);
      await page
        .getByRole('combobox', { name: /^Batch of/ })
        .first()
        .selectOption({ index: 1 });
      panels.push(await tap(page, page.getByRole('tab', { name: 'Course Packages' })));
      firstTaps.push(await longestResponse(page));
      await watchResponses(page);
      panels.push(await tap(page, page.getByRole('tab', { name: 'Individual Courses' })));
      laterTaps.push(await longestResponse(page));
      await context.close();
    }
    console.log(`Book Online, ${courses} courses, processor ${slowdown}x slower, median of ${runs}`);
    console.log(`  panel shown after ${median(panels).toFixed(0)} ms`);
    // Choosing a batch loads the script of the card's state machine. A tap right afterwards has to wait for it.
    checkAtMost('a tap right after the choice of a batch is handled within', median(firstTaps), {
      most: 150,
      unit: 'ms',
    });
    checkAtMost('a later tap is handled within', median(laterTaps), { most: 150, unit: 'ms' });
  });
}

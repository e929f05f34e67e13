import type { Browser, Locator, Page } from '@playwright/test';
import { SignIn } from '../e2e/support/sign-in.ts';
import { asha } from '../e2e/support/students.ts';
import { longestAnswer, watchAnswers } from './answer-time.ts';
import { judgeMost } from './goal.ts';
import { median } from './measure.ts';
import { phone, slowDown } from './network-count.ts';
import { withBenchSite } from './web-site.ts';

const courses = 2000;
const slowdown = 4;

/**
 * A finger, as the browser feels it: `click()` would look for what else lies there while the tap is being answered. Milliseconds
 * until what was tapped for stands.
 */
async function tap(page: Page, target: Locator): Promise<number> {
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be tapped is not there');
  const shown = await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first().textContent();
  const stands = page.evaluate(async (before) => {
    const tapped = await new Promise<number>((hear) =>
      window.addEventListener('click', (event) => hear(event.timeStamp), { capture: true, once: true }),
    );
    const first = () => document.querySelector('[role="tabpanel"] h3')?.textContent ?? before;
    while (first() === before) await new Promise((frame) => requestAnimationFrame(frame));
    return performance.now() - tapped;
  }, shown);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await target.and(page.locator('[aria-selected="true"]')).waitFor();
  return stands;
}

/** A tap on Book Online while its list of so many courses stands. */
export function measureTap(browser: Browser, runs: number): Promise<void> {
  return withBenchSite({ courses }, async ({ origin }) => {
    const times: number[] = [];
    const panels: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ ...phone, baseURL: origin, serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.goto('/');
      await new SignIn(page).behindTheScreen(asha);
      await slowDown(page, slowdown);
      await page.goto('/course-booking?tab=individual');
      await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).first().waitFor({ timeout: 120_000 });
      await watchAnswers(page);
      await page
        .getByRole('combobox', { name: /^Batch of/ })
        .first()
        .selectOption({ index: 1 });
      panels.push(await tap(page, page.getByRole('tab', { name: 'Course Packages' })));
      panels.push(await tap(page, page.getByRole('tab', { name: 'Individual Courses' })));
      times.push(await longestAnswer(page));
      await context.close();
    }
    console.log(`Book Online, ${courses} courses, processor ${slowdown}x slower, median of ${runs}`);
    console.log(`  its panel stands after ${median(panels).toFixed(0)} ms`);
    judgeMost('a tap is answered after', median(times), { most: 150, unit: 'ms' });
  });
}

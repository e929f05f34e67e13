import { chromium, type Page } from '@playwright/test';
import { wholeChromiumLaunch } from '../../setup/programs/browser.ts';
import { checkAtMost, median } from '../measure.ts';

const lists = ['students', 'orders', 'enquiries'] as const;
/** How often 'Show more' is pressed. Each press adds 50 rows. */
const presses = 20;
/** How far one turn of the mouse wheel scrolls, in CSS pixels. */
const turn = 400;
/**
 * The longest frame and the median frame may take at most this many milliseconds. At 60 frames a second, a frame takes
 * 16.7 ms.
 */
const budget = { longest: 200, median: 34 };

/** Runs `work` and returns how long each frame of the page took meanwhile, in milliseconds. */
async function recordFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const recorded = Object.assign(window, { frames: [] as number[], isRecording: true });
    let last: number | null = null;
    const look = (now: number) => {
      if (last !== null) recorded.frames.push(now - last);
      last = now;
      if (recorded.isRecording) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work();
  return page.evaluate(() => Object.assign(window as unknown as { frames: number[] }, { isRecording: false }).frames);
}

/** Presses 'Show more' `presses` times, and waits each time until the list has more rows. */
async function loadMore(page: Page): Promise<void> {
  const rows = page.locator('[data-row]');
  for (let press = 0; press < presses; press++) {
    const before = await rows.count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(before).waitFor();
  }
}

/** Scrolls from the top of the page to its end with the mouse wheel. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.mouse.move(700, 400);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let at = 0; at < height; at += turn) await page.mouse.wheel(0, turn);
}

/**
 * Measures how smoothly the long lists of the console scroll after 'Show more' was pressed many times. Uses the full
 * Chromium, not the headless shell. `cookie`: the session cookie, as `name=value`, of a staff member who may read all
 * of these lists.
 */
export async function measureScroll(port: number, cookie: string): Promise<void> {
  const url = `http://localhost:${port}`;
  const [name = '', value = ''] = cookie.split('=');
  const browser = await chromium.launch(wholeChromiumLaunch());
  try {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ baseURL: url, viewport, serviceWorkers: 'block' });
    await context.addCookies([{ name, value, url }]);
    for (const list of lists) {
      const page = await context.newPage();
      await page.goto(`/staff/${list}`);
      await page.locator('[data-row]').first().waitFor();
      const loading = await recordFrames(page, () => loadMore(page));
      const scrolling = await recordFrames(page, () => scrollThrough(page));
      const rows = await page.locator('[data-row]').count();
      const check = (what: string, figure: number, most: number) =>
        checkAtMost(`${list}, ${rows} rows, ${what}`.padEnd(48), figure, { most, unit: 'ms' });
      check('longest frame while loading', Math.max(...loading), budget.longest);
      check('longest frame while scrolling', Math.max(...scrolling), budget.longest);
      check('median frame while scrolling', median(scrolling), budget.median);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

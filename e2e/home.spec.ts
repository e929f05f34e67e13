import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/voyage.ts';

// Home as the server draws it, not the worker's shell.
test.use({ serviceWorkers: 'block' });

const film = /\/media\/video\/.*\.(webm|vtt)$/;
/** What the script of the lower part adds to its poster: a film instead of a link. */
const poster = (page: Page) => page.getByRole('link', { name: /^Play:/ });

/** Adds up how far things move by themselves, from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
        if (!hadRecentInput) seen.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenShifts: { shift: number } }).seenShifts.shift);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Home is whole, accessible and still, ${colorScheme}`, async ({ page, visitor }) => {
    const shifts = await watchShifts(page);
    await page.emulateMedia({ colorScheme });
    await visitor.opensHome();
    const panel = page.getByRole('complementary', { name: /simulator course/ });
    await expect(panel.getByText('3 days', { exact: true })).toBeVisible();
    await expect(panel.locator('a[href^="tel:"]')).toHaveCount(4);
    for (const name of ['From our blog', 'Events']) {
      await page.getByRole('heading', { level: 2, name, exact: true }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('region', { name, exact: true }).getByRole('heading', { level: 3 })).toHaveCount(
        name === 'Events' ? 3 : 4,
      );
    }
    await expectAccessible(page);
    expect(await shifts()).toBeLessThanOrEqual(0.02);
  });
}

test('not a byte of the film comes before it is asked for, then it plays with its captions', async ({
  page,
  visitor,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (film.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await visitor.opensHome();
  await poster(page).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);

  const room = await poster(page).boundingBox();
  await poster(page).click();
  const player = page.locator('video');
  await expect(player).toBeVisible();
  await expect(player).toBeFocused();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length))
    .toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set(['/media/video/landfall.webm', '/media/video/landfall.vtt']));
  expect((await player.boundingBox())?.height).toBeCloseTo(room?.height ?? 0, 0);
});

// A screen of a desk computer is near everything.
test.describe('on a screen of a phone’s size', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the lower part is read and followed before its script is there', async ({ page, visitor }) => {
    const scripts: string[] = [];
    page.on('response', (answer) => scripts.push(new URL(answer.url()).pathname));
    await visitor.opensHome();
    await page.waitForLoadState('networkidle');
    const isLower = (path: string) => /\/home-below-[\w-]+\.js$/.test(path);
    expect(scripts.filter(isLower)).toEqual([]);
    await expect(page.getByRole('region', { name: 'From our blog' }).getByRole('listitem')).toHaveCount(4);
    await page.getByRole('heading', { name: 'Landfall Offshore Academy' }).scrollIntoViewIfNeeded();
    await expect.poll(() => scripts.some(isLower)).toBe(true);
    await page.getByRole('region', { name: 'From our blog' }).getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/blogs\/.+-\d+$/);
  });
});

test('every tile of the sister academy says that it leaves the site', async ({ page, visitor }) => {
  await visitor.opensHome();
  const tiles = page.getByRole('region', { name: 'Landfall Offshore Academy' }).getByRole('link');
  await expect(tiles).toHaveCount(8);
  for (const tile of await tiles.all()) {
    await expect(tile).toHaveAccessibleName(/\(leaves this site\)$/);
    await expect(tile).toHaveAttribute('rel', 'external noopener');
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('Home shows all its parts, and its links lead on', async ({ page }) => {
    await page.goto('/');
    for (const name of ['Explore Our Courses', 'Landfall Offshore Academy', 'From our blog', 'Events'])
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(poster(page)).toHaveAttribute('href', '/media/video/landfall.webm');
    await page.getByRole('link', { name: 'All events' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  });
});

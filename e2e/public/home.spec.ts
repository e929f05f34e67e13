import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { lookBelowCallButton } from '../support/browser/covered-by-call-button.ts';
import { expect, test } from '../support/test.ts';

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block' });

const film = /\/media\/video\/.*\.(webm|vtt)$/;
/** The poster of the film: a link until a script turns it into a player. */
const poster = (page: Page) => page.getByRole('link', { name: /^Play:/ });

// Types of layout shift entries, which TypeScript's DOM types lack because only Chromium has such entries.
type ShiftSource = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
type ShiftEntry = PerformanceEntry & { hadRecentInput: boolean; value: number; sources: ShiftSource[] };
type Shift = { value: number; moved: string[] };
/** Maximum sum of layout shifts. On a busy machine, a font that arrives after the first paint accounts for 0.035. */
const maxShift = 0.05;

/**
 * Records unexpected layout shifts from the first paint on.
 * @returns a function that reads them, each with what moved from where to where
 */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const describe = ({ node, previousRect, currentRect }: ShiftSource) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`;
      return `${element?.outerHTML.slice(0, 120)}: ${place(previousRect)} → ${place(currentRect)}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value, sources } = entry as ShiftEntry;
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts);
}

/**
 * Scrolls to the end of the page in steps, as a visitor does. Reads no element on the way: to answer, Chromium would lay
 * out the sections that it skips (`content-visibility`), and then count it as a shift when they come into view.
 */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { documentElement: root } = document;
    while (scrollY + innerHeight < root.scrollHeight - 1) {
      scrollBy({ top: 200, behavior: 'instant' });
      await new Promise((frame) => requestAnimationFrame(frame));
    }
  });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Home shows all sections, is accessible and does not shift its layout in ${colorScheme} mode`, {
    tag: colorScheme === 'light' ? '@wide' : [],
  }, async ({ page }) => {
    const shifts = await watchShifts(page);
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await scrollToEnd(page);
    const seen = await shifts();
    const total = seen.reduce((sum, { value }) => sum + value, 0);
    expect(total, JSON.stringify(seen, null, 2)).toBeLessThanOrEqual(maxShift);
    const panel = page.getByRole('complementary', { name: /simulator course/ });
    await expect(panel.getByText('3 days', { exact: true })).toBeVisible();
    await expect(panel.locator('a[href^="tel:"]')).toHaveCount(4);
    for (const [name, posts] of [
      ['From our blog', 4],
      ['Events', 3],
    ] as const)
      await expect(page.getByRole('region', { name, exact: true }).getByRole('heading', { level: 3 })).toHaveCount(
        posts,
      );
    await expectAccessible(page);
  });
}

test('Home loads its film only when the poster of the film is clicked, and then plays it with captions', async ({
  page,
  visitor,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (film.test(request.url())) requests.push(new URL(request.url()).pathname);
  });
  await visitor.opensHome();
  await poster(page).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);

  // React adds this property to the link once the script of the lower part runs.
  const isHydrated = () =>
    poster(page).evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps')));
  await expect.poll(isHydrated).toBe(true);
  const posterBox = await poster(page).boundingBox();
  await poster(page).click();
  const player = page.locator('video');
  await expect(player).toBeVisible();
  await expect(player).toBeFocused();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length))
    .toBeGreaterThan(0);
  expect(new Set(requests)).toEqual(new Set(['/media/video/landfall.webm', '/media/video/landfall.vtt']));
  expect((await player.boundingBox())?.height).toBeCloseTo(posterBox?.height ?? 0, 0);
});

test('for browsers without JavaScript, the poster of Home’s film is a link to a page that plays the film', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  await page.goto((await poster(page).getAttribute('href')) ?? '');
  const isPlayable = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState > 1);
  await expect.poll(isPlayable).toBe(true);
});

// On a wide screen the lower part is close enough to load at once.
test.describe('on a phone-sized screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the lower part of Home is readable before its script loads, and the script loads when a visitor scrolls there', async ({
    page,
    visitor,
  }) => {
    const scripts: string[] = [];
    page.on('response', (response) => scripts.push(new URL(response.url()).pathname));
    await visitor.opensHome();
    await page.waitForLoadState('networkidle');
    const isLower = (path: string) => /\/lower-sections-[\w-]+\.js$/.test(path);
    expect(scripts.filter(isLower)).toEqual([]);
    await expect(page.getByRole('region', { name: 'From our blog' }).getByRole('listitem')).toHaveCount(4);
    await page.getByRole('heading', { name: 'Landfall Offshore Academy' }).scrollIntoViewIfNeeded();
    await expect.poll(() => scripts.some(isLower)).toBe(true);
    await page.getByRole('region', { name: 'From our blog' }).getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/blogs\/.+-\d+$/);
  });

  test('the button to call admissions never covers a price or a control while a visitor scrolls', async ({
    page,
    visitor,
  }) => {
    for (const path of ['/', '/courses/post-sea-courses', '/contact-us']) {
      await page.goto(path);
      await visitor.arrivesAt(/./);
      await page.mouse.wheel(0, 10);
      await expect(page.getByRole('link', { name: 'Call admissions', includeHidden: true })).toBeAttached();
      // Scroll in steps that do not divide the height of a card, so that the button lies over another place of each
      // card.
      const { shown, hidden, covered } = await lookBelowCallButton(page, { step: 37, positions: 40 });
      expect(covered, path).toEqual([]);
      expect(Math.min(shown, hidden), `${path}: shown ${shown}, hidden ${hidden} times`).toBeGreaterThan(0);
    }
  });

  test('on a course page, the booking bar replaces the button to call admissions', async ({ page }) => {
    await page.goto('/course-booking/ecdis-type-specific-training-101');
    await expect(page.locator('main [data-sticky-action]')).toBeVisible();
    const call = page.getByRole('link', { name: 'Call admissions', includeHidden: true });
    // Chromium ignores a turn of the wheel that comes too early.
    await expect(async () => {
      await page.mouse.wheel(0, 10);
      await expect(call).toBeAttached({ timeout: 2000 });
    }).toPass();
    // The style sheet must hide the button. On other pages, a script hides it only while it covers a price or a
    // control.
    await expect(call).toHaveCSS('display', 'none');
  });
});

test('every link to the sister academy has an accessible name that says it leaves the site', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  const tiles = page.getByRole('region', { name: 'Landfall Offshore Academy' }).getByRole('link');
  await expect(tiles).toHaveCount(8);
  for (const tile of await tiles.all()) {
    await expect(tile).toHaveAccessibleName(/\(leaves this site\)$/);
    await expect(tile).toHaveAttribute('rel', 'external noopener');
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, Home shows all its sections and its links work', async ({ page }) => {
    await page.goto('/');
    for (const name of ['Explore Our Courses', 'Landfall Offshore Academy', 'From our blog', 'Events'])
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(poster(page)).toHaveAttribute('href', '/media/video/landfall.webm');
    await page.getByRole('link', { name: 'All events' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  });
});

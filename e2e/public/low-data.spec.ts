import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const course = 'Personal Survival Techniques (PST)';

/** Collects the paths of all images that a page requests from now on. */
function followPictures(page: Page): string[] {
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname);
  });
  return pictures;
}

/** Sum of the layout shifts since the page began to load. */
const readLayoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

test.describe('a browser that asks to save data', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } });
  test.beforeEach(({ context }) =>
    context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  );

  test('low-data mode loads a picture only when its link is tapped, and the picture has the file size that the link announced', async ({
    visitor,
  }) => {
    const { page } = visitor;
    const pictures = followPictures(page);
    await visitor.opensHome();
    await visitor.exploresCourses();
    await visitor.opensCourse(course);
    await page.reload();
    await visitor.arrivesAt(course);
    await page.mouse.wheel(0, 4000);
    expect(await readLayoutShift(page)).toBeLessThan(0.02);
    const offer = page.getByRole('link', { name: /^Show picture, \d+ KB: Personal Survival/ }).first();
    const [box, label] = [await offer.boundingBox(), await offer.textContent()];
    await expectAccessible(page);
    expect(pictures).toEqual([]);
    const response = page.waitForResponse(/\/media\/courses\//);
    await offer.click();
    const bytes = (await (await response).body()).length;
    expect(label).toContain(`${Math.round(bytes / 1024)}\u00a0KB`);
    const picture = page.getByRole('img', { name: course });
    await expect(picture).toBeFocused();
    expect((await picture.boundingBox())?.height).toBeCloseTo(box?.height ?? 0, 0);
    expect(pictures).toEqual([new URL((await response).url()).pathname]);
  });

  test('in low-data mode, a picture that was tapped is not loaded again when the HTML of the page is saved for the next visit', async ({
    visitor,
  }) => {
    const { page } = visitor;
    await visitor.opensHome();
    await visitor.isServedByWorker();
    await visitor.exploresCourses();
    await visitor.opensCourse(course);
    const pictures = followPictures(page);
    await page
      .getByRole('link', { name: /^Show picture, \d+ KB: Personal Survival/ })
      .first()
      .click();
    await expect(page.getByRole('img', { name: course })).toBeFocused();
    await page.evaluate(() => caches.delete('landfall-first-screens'));
    // Navigate within the page, which also saves the first screen.
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    const isSaved = async () =>
      (await (await caches.open('landfall-first-screens')).match(location.pathname)) !== undefined;
    await expect.poll(() => page.evaluate(isSaved)).toBe(true);
    expect(pictures).toEqual([expect.stringMatching(/^\/media\/courses\/[\w-]+-640\.avif$/)]);
  });

  test('in low-data mode, hovering over a link or focusing it loads nothing in advance', async ({ visitor }) => {
    const { page } = visitor;
    await visitor.opensHome();
    await visitor.isServedByWorker();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).hover();
    await visitor.exploresCourses();
    const lists = requests.filter((url) => url.includes('/api/course/byCategory'));
    const link = page.getByRole('link', { name: /^View Course/ }).first();
    const before = requests.length;
    await link.hover();
    await link.focus();
    await page
      .getByRole('link', { name: /^View Course/ })
      .nth(1)
      .hover();
    expect(lists.length).toBeGreaterThan(0);
    // Ignore reports of the visit: they may be sent at any time and fetch no data in advance.
    expect(requests.slice(before).filter((url) => !url.includes('/api/collect/'))).toEqual([]);
  });

  test.describe('on a network that is lost later', () => {
    test.use({ baseURL: ({ network }, use) => use(network.origin) });

    test('low-data mode transfers at most 250 KB on the first visit to Home, and pages that were opened can be read offline', async ({
      visitor,
      network,
      watch,
    }) => {
      const { page } = visitor;
      await visitor.opensHome();
      await visitor.isServedByWorker();
      // Wait until the service worker has stored what the page had loaded before the worker was installed.
      await page.waitForLoadState('networkidle');
      expect(network.receivedBytes()).toBeLessThan(250_000);
      await visitor.exploresCourses();
      await page.waitForLoadState('networkidle');

      await network.cut();
      watch.expects(/ERR_/);
      await page.goto('/');
      await visitor.arrivesAt('From first muster to master’s ticket');
      await expect(page.getByText(/You see saved content/)).toBeVisible();
      await page.goto('/courses-list');
      await visitor.arrivesAt('All courses');
      await expect(page.getByRole('link', { name: /^View Course/ }).first()).toBeVisible();
    });

    test('turning low-data mode off stores the rest of the site for offline reading', async ({
      visitor,
      network,
      watch,
    }) => {
      const { page } = visitor;
      await page.goto('/save-for-the-voyage');
      await visitor.isServedByWorker();
      const storesAll = () => page.evaluate(async () => !(await caches.has('landfall-low-data')));
      expect(await storesAll()).toBe(false);
      await page.getByRole('switch', { name: 'Low-data mode' }).click();
      await expect.poll(storesAll).toBe(true);
      await network.cut();
      watch.expects(/ERR_/);
      await page.goto('/courses-compare');
      await visitor.arrivesAt('Compare courses');
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('without JavaScript, low-data mode shows every picture as a link', async ({ page, watch }) => {
      // Ignore the favicon, which Chromium requests when the link opens a picture as a page of its own.
      watch.expects(/favicon/);
      const pictures = followPictures(page);
      await page.goto('/courses-list');
      const offers = page.getByRole('link', { name: /^Show picture, \d+ KB/ });
      expect(await offers.count()).toBeGreaterThan(5);
      expect(pictures).toEqual([]);
      await offers.first().click();
      await expect(page).toHaveURL(/\/media\/courses\/.*\.avif$/);
    });
  });
});

test.describe('a browser that prefers reduced data', () => {
  // Simulate the media feature `prefers-reduced-data`, which Chromium supports only behind a flag.
  test.beforeEach(({ context }) =>
    context.addInitScript(() => {
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        matchMedia.call(window, query === '(prefers-reduced-data: reduce)' ? 'all' : query);
    }),
  );

  test('in a browser that prefers reduced data, low-data mode is on from the first page on and can be turned off', async ({
    visitor,
  }) => {
    const { page } = visitor;
    const offer = page.getByRole('link', { name: /^Show picture, \d+ KB/ }).first();
    await page.goto('/courses-list');
    await visitor.arrivesAt('All courses');
    await expect(offer).toBeVisible();
    const pictures = followPictures(page);
    await visitor.isServedByWorker();
    await page.reload();
    await visitor.arrivesAt('All courses');
    await expect(offer).toBeVisible();
    expect(pictures).toEqual([]);
    await page.goto('/save-for-the-voyage');
    await page.getByRole('switch', { name: 'Low-data mode' }).click();
    await page.goto('/courses-list');
    await expect(page.getByRole('main').locator('picture img').first()).toBeVisible();
  });
});

test('low-data mode can be turned on, survives a reload and can be turned off again', async ({ visitor }) => {
  const { page } = visitor;
  const pictures = followPictures(page);
  const choice = page.getByRole('switch', { name: 'Low-data mode' });
  await page.goto('/save-for-the-voyage');
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(choice).toBeChecked();
  pictures.length = 0;
  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).click();
  await visitor.arrivesAt('All courses');
  await expect(page.getByRole('link', { name: /^Show picture, \d+ KB/ }).first()).toBeVisible();
  await page.reload();
  await visitor.arrivesAt('All courses');
  await expect(page.getByRole('link', { name: /^Show picture, \d+ KB/ }).first()).toBeVisible();
  expect(pictures).toEqual([]);
  await page.goto('/save-for-the-voyage');
  await choice.click();
  await expect(choice).not.toBeChecked();
  await page.goto('/courses-list');
  await expect(page.getByRole('main').locator('picture img').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Show picture/ })).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/voyage.ts';

const course = 'Personal Survival Techniques (PST)';

/** Pictures that a page asks for, from now on. */
function followPictures(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

/** How far things moved without being asked to, from the page's beginning. */
const shifted = (page: Page) =>
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

  test('gets no picture until one is tapped, and then that one, of the size that was named', async ({ visitor }) => {
    const { page } = visitor;
    const asked = followPictures(page);
    await visitor.opensHome();
    await visitor.exploresCourses();
    await visitor.opensCourse(course);
    await page.reload();
    await visitor.arrivesAt(course);
    await page.mouse.wheel(0, 4000);
    expect(await shifted(page)).toBeLessThan(0.02);
    const offer = page.getByRole('link', { name: /^Show picture, \d+ KB: Personal Survival/ }).first();
    const [place, told] = [await offer.boundingBox(), await offer.textContent()];
    await expectAccessible(page);
    expect(asked).toEqual([]);
    const came = page.waitForResponse(/\/media\/courses\//);
    await offer.click();
    const bytes = (await (await came).body()).length;
    expect(told).toContain(`${Math.round(bytes / 1024)}\u00a0KB`);
    const picture = page.getByRole('img', { name: course });
    await expect(picture).toBeFocused();
    expect((await picture.boundingBox())?.height).toBeCloseTo(place?.height ?? 0, 0);
    expect(asked).toHaveLength(1);
  });

  test('fetches nothing ahead of a tap', async ({ visitor }) => {
    const { page } = visitor;
    await visitor.opensHome();
    await visitor.isKeptByWorker();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).hover();
    await visitor.exploresCourses();
    const lists = asked.filter((address) => address.includes('/api/course/byCategory'));
    const link = page.getByRole('link', { name: /^View Course/ }).first();
    const before = asked.length;
    await link.hover();
    await link.focus();
    await page
      .getByRole('link', { name: /^View Course/ })
      .nth(1)
      .hover();
    expect(lists.length).toBeGreaterThan(0);
    expect(asked.slice(before)).toEqual([]);
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('reads the page, and each picture is a link', async ({ page, watch }) => {
      // A browser looks for it beside a bare picture.
      watch.expects(/favicon/);
      const asked = followPictures(page);
      await page.goto('/courses-list');
      const offers = page.getByRole('link', { name: /^Show picture, \d+ KB/ });
      expect(await offers.count()).toBeGreaterThan(5);
      expect(asked).toEqual([]);
      await offers.first().click();
      await expect(page).toHaveURL(/\/media\/courses\/.*\.avif$/);
    });
  });
});

test('a visitor spares data by choice, which the device remembers, until it is taken back', async ({ visitor }) => {
  const { page } = visitor;
  const asked = followPictures(page);
  const choice = page.getByRole('switch', { name: 'Low-data mode' });
  await page.goto('/save-for-the-voyage');
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(choice).toBeChecked();
  asked.length = 0;
  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).click();
  await visitor.arrivesAt('All courses');
  await expect(page.getByRole('link', { name: /^Show picture, \d+ KB/ }).first()).toBeVisible();
  await page.reload();
  await visitor.arrivesAt('All courses');
  await expect(page.getByRole('link', { name: /^Show picture, \d+ KB/ }).first()).toBeVisible();
  expect(asked).toEqual([]);
  await page.goto('/save-for-the-voyage');
  await choice.click();
  await expect(choice).not.toBeChecked();
  await page.goto('/courses-list');
  await expect(page.getByRole('main').locator('picture img').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Show picture/ })).toHaveCount(0);
});

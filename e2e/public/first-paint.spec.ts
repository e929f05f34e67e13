import { paths } from '../../contract/pages.ts';
import { sampleOf } from '../support/sample.ts';
import { expect, test } from '../support/test.ts';

// Block service workers, to test the server's response to a first visit. A worker would respond with the same shell
// from its cache.
test.use({ serviceWorkers: 'block' });

for (const path of ['/login', '/course-booking', '/course-booking/details']) {
  test(`the page ${path} shows a placeholder before its scripts load, and then its content with the header in the same place`, {
    tag: '@wide',
  }, async ({ page }) => {
    const scripts = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const skeletonHeader = page.locator('.waiting-header');
    await expect(page.getByRole('status')).toHaveText('The page is loading');
    await expect(skeletonHeader).toHaveCSS('background-color', 'rgb(15, 39, 66)');
    const headerBox = await skeletonHeader.boundingBox();
    const logoBox = await skeletonHeader.locator('svg').boundingBox();

    scripts.resolve();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('#waiting')).toHaveCount(0);
    expect(await page.getByRole('banner').boundingBox()).toEqual(headerBox);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('ul').first()).toBeAttached();
    const logo = page.getByRole('banner').getByRole('link', { name: 'Landfall' }).locator('svg');
    const shownBox = await logo.boundingBox();
    expect(Math.abs((shownBox?.x ?? 0) - (logoBox?.x ?? 0))).toBeLessThan(24);
  });
}

for (const [path, title] of sampleOf(
  [
    [paths.login, 'Login'],
    [paths.register, 'Register'],
    [paths.forgotPassword, 'Reset Your Password'],
    [paths.bookOnline, 'Book Online'],
    [paths.cart, 'Your cart'],
    [paths.checkoutReview, 'Checkout'],
    [`${paths.receipt}/LF-2026-000001`, 'Receipt LF-2026-000001'],
    [paths.profile, 'Profile'],
    [paths.offlineLibrary, 'Save for the voyage'],
    [paths.coursesCompare, 'Compare courses'],
    [paths.search, 'Search'],
  ] as const,
  4,
))
  test(`the HTML that the server sends for ${path} has the title “${title}” and noindex, and the rendered page has the same title`, async ({
    page,
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(html).toMatch(new RegExp(`<title[^>]*>${title} \\| Landfall Maritime Academy</title>`));
    expect(html).toMatch(/<meta [^>]*name="robots" content="noindex"/);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Landfall Maritime Academy`);
    await expect(page.locator('head title')).toHaveCount(1);
  });

test('the card of the login page stays in nearly the same place and size when the page replaces its placeholder', {
  tag: '@wide',
}, async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(paths.login, { waitUntil: 'commit' });
  const card = page.locator('.waiting-page > i').filter({ visible: true });
  await expect(card).toHaveCount(1);
  const waiting = await card.boundingBox();
  scripts.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const shown = await page.locator('main form').locator('..').boundingBox();
  expect([shown?.x, shown?.width]).toEqual([waiting?.x, waiting?.width]);
  expect(Math.abs((shown?.y ?? 0) - (waiting?.y ?? 0))).toBeLessThan(8);
  expect(Math.abs((shown?.height ?? 0) - (waiting?.height ?? 0))).toBeLessThan(16);
});

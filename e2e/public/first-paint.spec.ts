import { expect, test } from '../support/test.ts';

// Tests the server's response to a first visit. The service worker responds with the same shell from its cache.
test.use({ serviceWorkers: 'block' });

for (const path of ['/login', '/course-booking', '/course-booking/details']) {
  test(`${path} shows a skeleton before its scripts load, then the page with its header in the same place`, {
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

    scripts.resolve();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('#waiting')).toHaveCount(0);
    expect(await page.getByRole('banner').boundingBox()).toEqual(headerBox);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

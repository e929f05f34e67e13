import { expect, test } from './support/voyage.ts';

// The server's answer to a first visit; the worker's is the same shell out of the cache.
test.use({ serviceWorkers: 'block' });

for (const path of ['/login', '/course-booking', '/course-booking/details']) {
  test(`${path} shows a picture of itself before its script, and then itself in the same place`, async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const picture = page.locator('.waiting-header');
    await expect(page.getByRole('status')).toHaveText('The page is loading');
    await expect(picture).toHaveCSS('background-color', 'rgb(15, 39, 66)');
    const promised = await picture.boundingBox();

    release();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('#waiting')).toHaveCount(0);
    expect(await page.getByRole('banner').boundingBox()).toEqual(promised);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

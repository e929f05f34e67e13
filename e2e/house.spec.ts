import { expectAccessible } from './support/accessibility.ts';
import { publicPages } from './support/public-pages.ts';
import { expect, test } from './support/voyage.ts';

// Each page as the server draws it, not the worker's shell.
test.use({ serviceWorkers: 'block' });

test('an unknown path says that the page is not found', async ({ page, visitor, watch }) => {
  watch.expects(/404/);
  const answer = await page.goto('/courses/underwater-basket-weaving');
  expect(answer?.status()).toBe(404);
  await visitor.arrivesAt('Page not found.');
  await expect(page).toHaveTitle('Page not found.');
  await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
  await visitor.arrivesAt('All courses');
});

for (const { path, heading, title } of publicPages) {
  test(`${path} arrives drawn, runs without a word of complaint, and names itself`, async ({
    page,
    request,
    visitor,
  }) => {
    const html = await (await request.get(path)).text();
    expect(html).toContain('</h1>');
    await page.goto(path);
    await visitor.arrivesAt(heading);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S.{20,}/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', path);
  });
}

test('a page begins at its top whenever the path changes', async ({ page, visitor }) => {
  await visitor.opensHome();
  const last = page.getByRole('link', { name: /Explore More.*Management/ });
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await last.click();
  await visitor.arrivesAt('Management Courses');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('at night the site is dark, on the device’s word and on the reader’s', async ({ page, visitor }) => {
  const brightness = () =>
    page.evaluate(() => Math.max(...(getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number)));
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { path, heading } of publicPages) {
    await page.goto(path);
    await visitor.arrivesAt(heading);
    expect(await brightness()).toBeLessThan(60);
  }
  await page.getByRole('button', { name: 'Day' }).click();
  await expect.poll(brightness).toBeGreaterThan(200);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Day', pressed: true })).toBeVisible();
  expect(await brightness()).toBeGreaterThan(200);
});

test('the keyboard reaches the content at once', async ({ page, visitor }) => {
  await visitor.opensHome();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Book Online' })).toBeFocused();
});

test('the menu opens, leads on and closes by keyboard alone', async ({ page, visitor, isMobile }) => {
  await visitor.opensHome();
  const opener = isMobile
    ? page.getByRole('banner').getByRole('button', { name: 'Menu' })
    : page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Pre-Sea' });
  const way = page.getByRole('link', { name: 'Deck Cadet (DNS)', exact: true }).filter({ visible: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  if (isMobile) await page.getByRole('dialog', { name: 'Menu' }).getByText('Pre-Sea', { exact: true }).press('Enter');
  await way.press('Enter');
  await visitor.arrivesAt(/Diploma in Nautical Science/);
  await expect(way).toHaveCount(0);
});

test('a page that is left while it is being taken over gives way to the next without complaint', async ({ page }) => {
  await page.goto('/courses-list', { waitUntil: 'commit' });
  await page.waitForFunction(() => '__TSR_ROUTER__' in window);
  await page.evaluate(() => {
    type Router = { navigate: (to: { to: string }) => Promise<void> };
    void (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ to: '/login' });
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

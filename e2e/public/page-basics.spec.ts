import { categories } from '../../contract/categories.ts';
import { paths } from '../../contract/pages.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { startNavigation } from '../support/browser/client-navigation.ts';
import { sampleOf } from '../support/sample.ts';
import { expect, test } from '../support/test.ts';

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block' });

/** Server-rendered pages: Home, every course list, the policies and both course layouts. */
const publicPages: ReadonlyArray<{ path: string; heading: string | RegExp; title: RegExp }> = [
  { path: paths.home, heading: /./, title: /^Landfall Maritime Academy$/ },
  { path: paths.coursesList, heading: 'All courses', title: /^All courses \| Landfall/ },
  ...categories.map(({ path, pageTitle }) => ({
    path,
    heading: pageTitle,
    title: new RegExp(`^${pageTitle} \\| Landfall`),
  })),
  { path: paths.terms, heading: 'Terms and Conditions', title: /^Terms and conditions \| Landfall/ },
  { path: paths.refundPolicy, heading: 'Cancellation & Refund Policy', title: /^Cancellation & Refund Policy \| L/ },
  { path: paths.privacyPolicy, heading: 'Privacy Policy', title: /^Privacy policy \| Landfall/ },
  { path: paths.antiRagging, heading: /^Anti-Ragging Policy/, title: /^Anti-ragging policy and reporting \| L/ },
  { path: paths.grievanceForm, heading: 'Grievance form', title: /^Grievance form \| Landfall/ },
  {
    path: '/course-booking/diploma-in-nautical-science-dns-deck-cadet-302',
    heading: /Diploma in Nautical Science/,
    title: /Nautical Science.* \| Landfall/,
  },
  {
    path: '/course-booking/personal-survival-techniques-pst-401',
    heading: /Personal Survival Techniques/,
    title: /Personal Survival Techniques.* \| Landfall/,
  },
];

test('an unknown path responds with status 404 and shows “Page not found.”', async ({ page, visitor, watch }) => {
  watch.expects(/404/);
  const response = await page.goto('/courses/underwater-basket-weaving');
  expect(response?.status()).toBe(404);
  await visitor.arrivesAt('Page not found.');
  await expect(page).toHaveTitle('Page not found.');
  await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
  await visitor.arrivesAt('All courses');
});

for (const { path, heading, title } of sampleOf(publicPages, 5)) {
  test(`the page ${path} is rendered on the server, hydrates without errors and has a title and description`, async ({
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

test('a navigation scrolls to the top of the new page and focuses its heading; the Back button restores the scroll position', async ({
  page,
  visitor,
}) => {
  await visitor.opensHome();
  const last = page.getByRole('link', { name: /Explore More.*Management/ });
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await last.click();
  await visitor.arrivesAt('Management Courses');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
});

test('public pages follow the device’s dark mode until the visitor chooses a mode', async ({ page, visitor }) => {
  const brightness = () =>
    page.evaluate(() => Math.max(...(getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number)));
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { path, heading } of sampleOf(publicPages, 4)) {
    await page.goto(path);
    await visitor.arrivesAt(heading);
    expect(await brightness(), path).toBeLessThan(60);
  }
  await page.getByRole('button', { name: 'Day' }).click();
  await expect.poll(brightness).toBeGreaterThan(200);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Day', pressed: true })).toBeVisible();
  expect(await brightness()).toBeGreaterThan(200);
});

test('the first Tab key press reaches a link that skips to the content', async ({ page, visitor }) => {
  await visitor.opensHome();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Book Online' })).toBeFocused();
});

test('a visitor opens and closes the main menu and follows one of its links with the keyboard alone', {
  tag: '@wide',
}, async ({ page, visitor, isMobile }) => {
  await visitor.opensHome();
  const opener = isMobile
    ? page.getByRole('banner').getByRole('button', { name: 'Menu' })
    : page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Pre-Sea' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const courseLink = page.getByRole('link', { name: 'Deck Cadet (DNS)', exact: true }).filter({ visible: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  if (isMobile) await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  if (isMobile) await drawer.getByText('Pre-Sea', { exact: true }).press('Enter');
  await courseLink.press('Enter');
  await visitor.arrivesAt(/Diploma in Nautical Science/);
  await expect(courseLink).toHaveCount(0);
});

test('navigating away from a page during its hydration logs no error', async ({ page }) => {
  await page.goto('/courses-list', { waitUntil: 'commit' });
  await page.waitForFunction(() => '__TSR_ROUTER__' in window);
  await startNavigation(page, '/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

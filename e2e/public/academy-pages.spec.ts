import { paths } from '../../contract/pages.ts';
import { sampleOf } from '../support/sample.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

// Tests the HTML that the server renders, not the service worker’s shell.
test.use({ serviceWorkers: 'block' });

const department = '/departments/details/1/nautical-science';
/**
 * A department whose page is not saved on the device: no journey opens it, and the site does not save it in advance.
 */
const unopened = '/departments/details/2/marine-engineering';
const fullTitle = (name: string) => `${name} | Landfall Maritime Academy`;

/** Pages about the academy. `words`: text that occurs only in the content of the page. */
const pages = [
  {
    path: paths.aboutUs,
    heading: 'Seafarers teaching seafarers since 1998',
    title: fullTitle('About us'),
    words: '61,000',
  },
  { path: paths.governingBoard, heading: 'Governing board', title: fullTitle('Governing board'), words: 'Chairperson' },
  {
    path: paths.principalMessage,
    heading: 'A word before you sign on',
    title: fullTitle('Principal’s message'),
    words: 'could not find the paint store',
  },
  {
    path: paths.whyLandfall,
    heading: 'Six reasons, all of which you can check',
    title: fullTitle('Why Landfall'),
    words: 'You touch the machinery',
  },
  {
    path: paths.missionVision,
    heading: 'Mission and vision',
    title: fullTitle('Mission and vision'),
    words: 'An honest log',
  },
  {
    path: paths.contactUs,
    heading: 'Ask us before you decide',
    title: fullTitle('Contact us'),
    words: 'What if my ship',
  },
  { path: paths.departments, heading: 'Departments', title: fullTitle('Departments'), words: 'Three departments' },
  { path: department, heading: 'Nautical Science', title: fullTitle('Nautical Science'), words: 'Harish Kurup' },
] as const;

for (const { path, heading, title, words } of sampleOf(pages, 3)) {
  test(`the page ${path} is rendered on the server with title and description, fits the window’s width and hydrates without errors`, async ({
    page,
    request,
    visitor,
    isMobile,
  }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).toContain(words);
    await page.goto(path);
    await visitor.arrivesAt(heading);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S.{20,}/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    // Dark mode is checked on one device only, because colours do not depend on the width.
    if (!isMobile) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    await visitor.arrivesAt(heading);
  });
}

const structuredData = [
  [paths.aboutUs, 'EducationalOrganization'],
  [paths.contactUs, 'FAQPage'],
  [department, 'BreadcrumbList'],
] as const;

for (const [path, type] of structuredData) {
  test(`the page ${path} has structured data of type ${type} for search engines`, async ({ page }) => {
    await page.goto(path);
    const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(scripts.map((text) => JSON.parse(text)['@type'])).toContain(type);
  });
}

test('an outdated department URL redirects to the current URL, and an unknown department URL responds with status 404', async ({
  page,
  request,
  watch,
  visitor,
}) => {
  watch.expects(/404/);
  const outdated = await request.get('/departments/details/1/deck?tab=courses', { maxRedirects: 0 });
  expect(outdated.status()).toBe(301);
  expect(outdated.headers().location).toMatch(new RegExp(`${department}\\?tab=courses$`));
  const unknown = await page.goto('/departments/details/99/pirates');
  expect(unknown?.status()).toBe(404);
  await visitor.arrivesAt('Page not found.');
});

test('a visitor goes from the list of departments to a course with the keyboard alone', async ({ page, visitor }) => {
  await page.goto(paths.departments);
  await visitor.arrivesAt('Departments');
  await page.getByRole('link', { name: /^View department.*Marine Engineering/ }).press('Enter');
  await visitor.arrivesAt('Marine Engineering');
  await page.getByRole('tab', { name: 'Faculty' }).press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: 'Facilities' })).toContainText('Ship in campus');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?tab=courses$/);
  await visitor.findsItAccessible();
  await page.getByRole('link', { name: 'Graduate Marine Engineering (GME)' }).press('Enter');
  await visitor.arrivesAt(/Graduate Marine Engineering/);
});

test('a visitor opens the answer to a question on the contact page with the keyboard', async ({ page, visitor }) => {
  await page.goto(paths.contactUs);
  await visitor.arrivesAt('Ask us before you decide');
  await page.locator('summary', { hasText: 'Is there a place to stay?' }).press('Enter');
  await expect(page.getByText('The hostel takes students of short courses')).toBeVisible();
  await visitor.findsItAccessible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, pages about the academy show their text, and a department’s tabs and the answers to questions can be opened', async ({
    page,
  }) => {
    for (const { path, heading, words } of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Facilities' }).click();
    await expect(page.getByText('Forty chart tables')).toBeVisible();
    await page.getByRole('tab', { name: 'Courses' }).click();
    await expect(page.getByRole('link', { name: /Diploma in Nautical Science/ })).toBeVisible();
    await page.goto(paths.contactUs);
    await page.locator('summary', { hasText: 'Can I pay in instalments?' }).click();
    await expect(page.getByText('by arrangement with the accounts office')).toBeVisible();
  });
});

test.describe('while the server is down', () => {
  test.use({ serviceWorkers: 'allow' });
  // The journey stops the site, which all journeys of this worker share, so start it again.
  test.afterEach(({ site }) => site.restart());

  test('pages about the academy that were opened before can be read while the server is down', async ({
    device,
    site,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const read = pages.filter(
      ({ path }) => path === paths.aboutUs || path === paths.departments || path === department,
    );
    const visitor = new Visitor(await device.open());
    for (const { path, heading } of read) {
      await visitor.page.goto(path);
      await visitor.arrivesAt(heading);
    }
    await visitor.isServedByWorker();
    await device.close();
    await site.stop();

    const reader = new Visitor(await device.open());
    for (const { path, heading, words } of read) {
      await reader.page.goto(path);
      await reader.arrivesAt(heading);
      await expect(reader.page.getByText(words).first()).toBeVisible();
      await reader.seesItIsOffline();
    }
    await expect(reader.page.getByText(/You see saved content, as of/)).toBeVisible();
    await reader.page.goto(unopened);
    await reader.arrivesAt('This page is not saved');
  });
});

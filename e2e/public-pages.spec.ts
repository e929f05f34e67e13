import { paths } from '../contract/pages.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

// Each page as the server draws it, not the worker's shell.
test.use({ serviceWorkers: 'block' });

const department = '/departments/details/1/nautical-science';
const whole = (name: string) => `${name} | Landfall Maritime Academy`;

/** Pages of the content service and departments: address, heading, title, and words that only the content has. */
const pages = [
  {
    path: paths.aboutUs,
    heading: 'Seafarers teaching seafarers since 1998',
    title: whole('About us'),
    words: '61,000',
  },
  { path: paths.governingBoard, heading: 'Governing board', title: whole('Governing board'), words: 'Chairperson' },
  {
    path: paths.principalMessage,
    heading: 'A word before you sign on',
    title: whole('Principal’s message'),
    words: 'could not find the paint store',
  },
  {
    path: paths.whyLandfall,
    heading: 'Six reasons, all of which you can check',
    title: whole('Why Landfall'),
    words: 'You touch the machinery',
  },
  {
    path: paths.missionVision,
    heading: 'Mission and vision',
    title: whole('Mission and vision'),
    words: 'An honest log',
  },
  { path: paths.contactUs, heading: 'Ask us before you decide', title: whole('Contact us'), words: 'What if my ship' },
  { path: paths.departments, heading: 'Departments', title: whole('Departments'), words: 'Three departments' },
  { path: department, heading: 'Nautical Science', title: whole('Nautical Science'), words: 'Harish Kurup' },
] as const;

for (const { path, heading, title, words } of pages) {
  test(`${path} arrives drawn, names itself, keeps its place, and runs without complaint`, async ({
    page,
    request,
    visitor,
    isMobile,
  }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).toContain(words);
    await page.goto(path);
    await visitor.arrivesAt(heading);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\S.{20,}/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    // Colours are the same at every width.
    if (!isMobile) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    await visitor.arrivesAt(heading);
  });
}

const structured = [
  [paths.aboutUs, 'EducationalOrganization'],
  [paths.contactUs, 'FAQPage'],
  [department, 'BreadcrumbList'],
] as const;

for (const [path, type] of structured) {
  test(`${path} tells search engines of its ${type}`, async ({ page }) => {
    await page.goto(path);
    const told = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(told.map((text) => JSON.parse(text)['@type'])).toContain(type);
  });
}

test('a department’s old slug leads to its own, and an unknown one is not found', async ({
  page,
  request,
  watch,
  visitor,
}) => {
  watch.expects(/404/);
  const moved = await request.get('/departments/details/1/deck?tab=courses', { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toMatch(new RegExp(`${department}\\?tab=courses$`));
  const lost = await page.goto('/departments/details/99/pirates');
  expect(lost?.status()).toBe(404);
  await visitor.arrivesAt('Page not found.');
});

test('a visitor goes from the departments to a course by keyboard', async ({ page, visitor }) => {
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

test('a question opens by keyboard', async ({ page, visitor }) => {
  await page.goto(paths.contactUs);
  await visitor.arrivesAt('Ask us before you decide');
  await page.locator('summary', { hasText: 'Is there a place to stay?' }).press('Enter');
  await expect(page.getByText('The hostel takes students of short courses')).toBeVisible();
  await visitor.findsItAccessible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page is read, questions open and each tab of a department is reached', async ({ page }) => {
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

test.describe('with the server gone', () => {
  test.use({ serviceWorkers: 'allow' });
  // The server that the worker shares is stopped on the way.
  test.afterEach(({ site }) => site.restart());

  test('pages that were opened on this device are read again', async ({ device, site, watch }) => {
    watch.expects(/net::ERR_|Failed to load resource|No response from server/);
    const read = pages.filter(
      ({ path }) => path === paths.aboutUs || path === paths.departments || path === department,
    );
    const visitor = new Visitor(await device.open());
    for (const { path, heading } of read) {
      await visitor.page.goto(path);
      await visitor.arrivesAt(heading);
    }
    await visitor.isKeptByWorker();
    await device.close();
    await site.stop();

    const cadet = new Visitor(await device.open());
    for (const { path, heading, words } of read) {
      await cadet.page.goto(path);
      await cadet.arrivesAt(heading);
      await expect(cadet.page.getByText(words).first()).toBeVisible();
      await cadet.seesItIsOffline();
    }
    await expect(cadet.page.getByText(/You see what was saved, as of/)).toBeVisible();
    await cadet.page.goto(paths.missionVision);
    await cadet.arrivesAt('This page is not saved');
  });
});

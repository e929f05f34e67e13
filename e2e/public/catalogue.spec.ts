import { expect, test } from '../support/test.ts';

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('when an old URL of a course is opened, the service worker replaces it by the new URL, also in the browser history', async ({
    page,
    visitor,
  }) => {
    await visitor.opensHome();
    await visitor.isServedByWorker();
    await page.goto('/btech/?from=leaflet');
    await visitor.arrivesAt(/B\.?Tech.*Marine Engineering/i);
    await expect(page).toHaveURL(/\/course-booking\/btech-marine-engineering-303\?from=leaflet$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('a visitor filters and sorts a course list, then compares two courses side by side', { tag: '@wide' }, async ({
  page,
  visitor,
}) => {
  await page.goto('/courses/post-sea-courses');
  await visitor.arrivesAt('Post Sea Courses');
  const form = page.getByRole('form', { name: 'Filter courses' });
  await form.getByText('Filter and sort').click();
  await form.getByRole('combobox', { name: 'Fee', exact: true }).selectOption({ label: 'Up to ₹5,000' });
  await form.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Fee, highest first' });
  await form.getByLabel('Search in this category').fill('survival');
  await expect(page).toHaveURL(/\?fee=5000&q=survival&sort=fee-high$|\?q=survival&fee=5000&sort=fee-high$/);
  await expect(page.getByRole('status').filter({ hasText: 'of 32 courses' })).toBeVisible();
  await visitor.arrivesAt('Post Sea Courses');

  await page.getByRole('link', { name: 'Compare Personal Survival Techniques (PST)', exact: true }).click();
  await visitor.arrivesAt('Compare courses');
  await page.getByRole('combobox', { name: 'Add a course' }).selectOption({ label: 'Advanced Fire Fighting (AFF)' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const table = page.getByRole('table', { name: 'Courses side by side' });
  await expect(table.getByRole('link', { name: 'Advanced Fire Fighting (AFF)', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/courses-compare\?ids=401%2C408$/);
  await visitor.arrivesAt('Compare courses');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('a batch on the course page links to Book Online with the course and that batch in the URL', async ({
  page,
  visitor,
}) => {
  await page.goto('/course-booking/personal-survival-techniques-pst-401');
  await visitor.arrivesAt(/Personal Survival Techniques/);
  await page
    .getByRole('region', { name: 'Next batches' })
    .getByRole('link', { name: /^Book / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/course-booking\?course=401&batch=\d+$/);
});

test('the controls Share, Print and Compare on a course page are underlined alike and equally far apart', async ({
  page,
  visitor,
}) => {
  await page.goto('/course-booking/personal-survival-techniques-pst-401');
  await visitor.arrivesAt(/Personal Survival Techniques/);
  const panel = page.getByRole('complementary', { name: 'Booking' });
  const tools = [
    panel.getByRole('button', { name: 'Share' }),
    panel.getByRole('button', { name: 'Print' }),
    panel.getByRole('link', { name: 'Compare' }),
  ];
  const texts = await Promise.all(
    tools.map((tool) =>
      tool.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        const { textUnderlineOffset, fontSize } = getComputedStyle(element);
        return { left, right, underline: `${textUnderlineOffset} of ${fontSize}` };
      }),
    ),
  );
  expect(new Set(texts.map(({ underline }) => underline)).size, 'kinds of underlines').toBe(1);
  const gaps = texts.slice(1).map(({ left }, index) => Math.round(left - (texts[index]?.right ?? 0)));
  expect(new Set(gaps).size, `gaps of ${gaps.join(' and ')} px`).toBe(1);
});

test('the printed page of a course with yearly fees shows the fee of year 1, the total, the table of fees and the note about the hostel', {
  tag: '@wide',
}, async ({ page, visitor }) => {
  await page.goto('/course-booking/btech-marine-engineering-303');
  await visitor.arrivesAt(/Marine Engineering/);
  await page.emulateMedia({ media: 'print' });
  const feesByYear = page.getByRole('table', { name: 'Fees by year' });
  // Repeat the event that a browser sends before it prints, because the tabs, which react to it, may be hydrated last.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(feesByYear).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const panel = page.getByRole('complementary', { name: 'Booking' });
  for (const text of ['Year 1 ₹2,65,000', /total ₹10,45,000 over 4 years/, 'hostel included'])
    await expect(panel.getByText(text).filter({ visible: true })).toHaveCount(1);
  await expect(feesByYear.getByRole('row').last()).toContainText('₹10,45,000');
  await expect(page.getByRole('link', { name: 'Book this course' }).filter({ visible: true })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, the course filter and the search can be submitted as plain forms', async ({ page }) => {
    await page.goto('/courses/post-sea-courses');
    await page.getByLabel('Search in this category').fill('survival');
    await page.getByRole('button', { name: 'Show courses' }).click();
    await expect(page).toHaveURL(/\/courses\/post-sea-courses\?q=survival&/);
    await expect(page.getByRole('status').filter({ hasText: /^\d of 32 courses$/ })).toBeVisible();

    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('fire figthing');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=fire\+figthing$/);
    await page.getByRole('link', { name: 'Fire Prevention and Fire Fighting (FPFF)' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Fire Prevention/);
  });
});

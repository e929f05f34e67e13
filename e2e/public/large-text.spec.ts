import type { Locator } from '@playwright/test';
import { chromiumLaunch } from '../../setup/programs/browser.ts';
import { brokenWords } from '../support/browser/broken-words.ts';
import { outsideWindow } from '../support/browser/outside-window.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const launch = chromiumLaunch();

// Text at twice the usual size, as a person can set it in the browser.
test.use({
  serviceWorkers: 'block',
  launchOptions: { ...launch, args: [...(launch.args ?? []), '--blink-settings=defaultFontSize=32'] },
});

/** How many lines the last text of an element takes; an icon before it does not count. */
const lineCount = (element: Locator) =>
  element.evaluate((node) => {
    const text = document.createRange();
    text.selectNodeContents(node.lastChild ?? node);
    const rects = [...text.getClientRects()].filter(({ width }) => width > 0);
    return new Set(rects.map(({ bottom }) => Math.round(bottom))).size;
  });

for (const width of [390, 360]) {
  test(`at twice the usual font size, a title of one word and phone numbers stay on one line in a window ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/departments');
    expect(await lineCount(page.getByRole('heading', { level: 1 }))).toBe(1);
    await page.goto('/login');
    const phones = page.getByRole('complementary', { name: 'Help with signing in' }).getByRole('link', { name: /^\d/ });
    await expect(phones).toHaveCount(2);
    for (const phone of await phones.all()) expect(await lineCount(phone)).toBe(1);
    await page.goto('/certificates/UNKNOWN');
    expect(await lineCount(page.getByRole('alert').getByRole('link'))).toBe(1);
  });

  test(`at twice the usual font size, the registration form, a course page and the payments page fit into a window ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/register');
    const birthday = page.getByRole('group', { name: 'Date of birth' });
    for (const part of ['Day', 'Month', 'Year'])
      expect((await birthday.getByLabel(part).boundingBox())?.width, `room for digits: ${part}`).toBeGreaterThan(128);
    expect(await outsideWindow(page), 'registration').toEqual([]);
    await page.goto('/courses-list');
    await page.goto((await page.locator('main a[href^="/course-booking/"]').first().getAttribute('href')) ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    expect(await outsideWindow(page), 'a course').toEqual([]);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/course-booking/btech-marine-engineering-303');
    await expect(page.getByRole('complementary', { name: 'Booking' })).toContainText('You pay year 1 now');
    const bar = page.locator('main [data-sticky-action]');
    // At this font size the booking bar shows only its button, without the price, so that it does not cover the page.
    await expect(bar.getByText('Book this course')).toBeVisible();
    await expect(bar.locator('[data-price]')).toBeHidden();
    expect((await bar.boundingBox())?.height).toBeLessThan(844 / 6);
    expect(await outsideWindow(page), 'a programme').toEqual([]);
    await page.setViewportSize({ width, height: 800 });
    const logo = await page.getByRole('banner').getByRole('link', { name: 'Landfall' }).boundingBox();
    const login = await page.getByRole('banner').getByRole('link', { name: 'Login' }).boundingBox();
    expect((logo?.x ?? 0) + (logo?.width ?? 0)).toBeLessThanOrEqual(login?.x ?? 0);

    await new SignIn(page).byApi(asha);
    await page.goto('/profile?tab=payments');
    await expect(page.getByRole('table', { name: /^Payments/ })).toBeVisible();
    expect(await outsideWindow(page), 'payments').toEqual([]);

    await page.goto('/course-booking');
    const lines = await page.getByRole('heading', { name: 'Latest Announcements' }).evaluate((heading) => {
      const word = document.createRange();
      word.setStart(heading.firstChild ?? heading, 'Latest '.length);
      word.setEndAfter(heading.lastChild ?? heading);
      return word.getClientRects().length;
    });
    expect(lines, 'lines of one word').toBe(1);
  });
}

test.describe('in a window 360 px wide', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('at twice the usual font size, the names of compared courses break only between words', async ({ page }) => {
    await page.goto('/courses-compare?ids=404,106,402');
    const table = page.getByRole('table', { name: 'Courses side by side' });
    await expect(table.getByRole('columnheader')).toHaveCount(3);
    expect(await brokenWords(table)).toEqual([]);
    expect(await outsideWindow(page)).toEqual([]);
  });

  test('at twice the usual font size, the cart shows both dates of the chosen batch', async ({ page, account }) => {
    await new SignIn(page).byApi(account);
    await new BookingApi(page.request).fillsCart(3);
    await page.goto('/course-booking/details');
    const batch = page.getByRole('combobox', { name: /^Batch of / });
    await expect(batch.locator('option:checked')).toHaveText(/\d{4} - \d.*\d{4}$/);
    const missingHeight = await batch.evaluate((select: HTMLSelectElement) => {
      // Measure the text in a box as wide as the select's content, because the lines inside a select cannot be measured.
      const { font, paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(select);
      const box = document.createElement('div');
      box.textContent = select.selectedOptions[0]?.textContent ?? '';
      box.style.font = font;
      box.style.width = `${select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)}px`;
      select.after(box);
      const needed = box.offsetHeight + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
      box.remove();
      return needed - select.clientHeight;
    });
    expect(missingHeight).toBeLessThan(2);
  });

  test('at twice the usual font size, both tabs of Book Online are visible', async ({ page }) => {
    await new SignIn(page).byApi(asha);
    await page.goto('/course-booking');
    const tabs = page.getByRole('tablist', { name: 'What to book' });
    for (const name of ['Course Packages', 'Individual Courses']) {
      const box = await tabs.getByRole('tab', { name }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(360);
    }
  });

  test('at twice the usual font size, a receipt fits into the window, and the names of courses on the receipt break only between words', async ({
    page,
  }) => {
    await new SignIn(page).byApi(asha);
    await page.goto('/profile?tab=bookings');
    await page.goto(
      (await page.locator('main a[href^="/course-booking/receipt/"]').first().getAttribute('href')) ?? '',
    );
    const table = page.getByRole('table', { name: 'Booked courses and what was paid' });
    await expect(table).toBeVisible();
    expect(await brokenWords(table)).toEqual([]);
    expect(await outsideWindow(page)).toEqual([]);
  });

  test('at twice the usual font size, the news on Home break only between words, and their titles are whole', async ({
    page,
  }) => {
    await page.goto('/');
    const blogs = page.getByRole('region', { name: 'From our blog' });
    await blogs.scrollIntoViewIfNeeded();
    const titles = blogs.getByRole('heading', { level: 3 });
    await expect(titles).toHaveCount(4);
    expect(await brokenWords(blogs)).toEqual([]);
    for (const title of await titles.all())
      expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(4);
  });
});

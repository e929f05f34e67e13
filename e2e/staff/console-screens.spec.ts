import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { checkOverlay } from '../support/browser/overlays.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { consoleOverlays } from '../support/screens/console-overlays.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { assignBatchOfToday, readPaidOrder } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The codes of the demo's administrator work only once, so this file has its own site.
test.use({ academy: 'console-screens' });

const desktop = { width: 1280, height: 800 };
const sizes = [{ width: 390, height: 844 }, desktop];
const appearances = sizes.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));

/** The console's pages. `list -> link`: the page to which the first such link of a list leads, for example an order. */
const pages = [
  ...[
    '',
    '/account',
    '/members',
    '/audit',
    '/reports',
    '/money',
    '/documents',
    '/waiting-lists',
    '/emails',
    '/settings',
  ],
  ...['/calendar', '/calendar/new', '/calendar/days-off', '/calendar -> /staff/batches/'],
  ...['/rosters', '/rosters -> /staff/rosters/', '/students', '/students/import', '/students -> /staff/students/'],
  ...['/orders', '/orders/new', '/orders -> /staff/orders/LF', '/enquiries', '/enquiries/templates'],
  ...['courses', 'packages', 'venues', 'menus'].map((kind) => `/content/${kind}`),
  ...['courses/408', 'policies/booking-settings', 'menus/header', 'notices/1', 'academy/brand'].map(
    (one) => `/content/${one}`,
  ),
];

/** Opens one of `pages` and waits until it has loaded. */
async function opens(page: Page, wanted: string): Promise<void> {
  const [list = '', record] = wanted.split(' -> ');
  await page.goto(`/staff${list}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  if (record) {
    const link = main.locator(`a[href^="${record}"]:not([href$="import"])`).first();
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(main.getByLabel(/loading/i)).toHaveCount(0);
  await expect(main.getByRole('status').filter({ hasText: /loading/i })).toHaveCount(0);
}

/** When a page opens, the focus moves into it, to its heading or its list. The Tab key then moves it to a control. */
async function seesFocusOnFirstControl(page: Page): Promise<void> {
  await expect(page.locator('#page :focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  const focused = page.locator('#page :focus');
  // An empty list has no control.
  if ((await focused.count()) > 0) await new KeyboardUser(page).seesFocusOn(focused);
}

test(
  'each page of the staff console fits phones and desktops in light and dark mode, and each dialog and menu is accessible',
  {
    tag: '@desktop',
  },
  async ({ page, site, watch }, info) => {
    info.setTimeout(isSoak ? 1_200_000 : 480_000);
    await StaffConsole.signsIn(page, 'administrator', watch);
    for (const [index, wanted] of sampleOf(pages, 8).entries())
      for (const { size, theme } of isSoak ? appearances : appearances.slice((seed + index) % 4).slice(0, 1))
        await test.step(`the page /staff${wanted} in a window ${size.width} px wide, in ${theme} mode`, async () => {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: theme });
          await opens(page, wanted);
          const name = `${wanted.replaceAll(/\W+/g, '-')}-${size.width}-${theme}.png`;
          if (isSoak) await page.screenshot({ path: info.outputPath(name) });
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, 'the page does not scroll sideways').toBeLessThanOrEqual(size.width);
          await expectAccessible(page);
          await seesFocusOnFirstControl(page);
        });
    const { id: roster } = await assignBatchOfToday(site);
    const overlays = consoleOverlays({ roster, order: await readPaidOrder(site) });
    for (const [index, [wanted, openers]] of sampleOf(Object.entries(overlays), 4).entries())
      await test.step(`the dialogs and menus of the page /staff${wanted}`, async () => {
        const [chosen] = appearances.slice((seed + index) % 4);
        await page.setViewportSize(chosen?.size ?? desktop);
        await opens(page, wanted);
        for (const overlay of openers)
          await checkOverlay(page, overlay, isSoak ? ['light', 'dark'] : [chosen?.theme ?? 'light']);
      });
  },
);

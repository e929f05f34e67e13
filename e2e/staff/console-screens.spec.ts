import type { APIRequestContext, Page } from '@playwright/test';
import { getContent, saveContentDraft } from '../../contract/staff/content.ts';
import { addContact } from '../../contract/submissions.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { checkOverlay } from '../support/browser/overlays.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { consoleOverlays } from '../support/screens/console-overlays.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { callApi } from '../support/site/api-call.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { addOpenTasks, assignBatchOfToday, readPaidOrder } from '../support/site/student-rows.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's administrator can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'console-screens' });

const desktop = { width: 1280, height: 800 };
const sizes = [{ width: 390, height: 844 }, desktop];
const appearances = sizes.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));

/** The pages for which nobody is signed in. They have no menu. */
const entrances = ['/sign-in', '/invitation'];

/**
 * The paths of the console's pages. `list -> link` stands for the first link in the page `list` whose path begins with
 * `link`, such as the link to an order.
 */
const pages = [
  ...entrances,
  ...[
    '',
    '/account',
    '/members',
    '/audit',
    '/reports',
    '/money',
    '/money?tab=pending',
    '/money?tab=exports',
    '/documents',
    '/waiting-lists',
    '/waiting-lists -> /staff/waiting-lists/',
    '/emails',
    '/settings',
  ],
  ...['/calendar', '/calendar/new', '/calendar/days-off', '/calendar -> /staff/batches/'],
  ...[
    '/rosters',
    '/rosters?students=any -> /staff/rosters/',
    '/students',
    '/students/import',
    '/students -> /staff/students/',
  ],
  ...['/orders', '/orders/new', '/orders -> /staff/orders/LF', '/enquiries', '/enquiries/templates'],
  '/enquiries -> /staff/enquiries/',
  ...['courses', 'packages', 'venues', 'menus'].map((kind) => `/content/${kind}`),
  ...['courses/408', 'policies/booking-settings', 'menus/header', 'notices/1', 'academy/brand'].map(
    (one) => `/content/${one}`,
  ),
];

/** Opens one of `pages` and waits until it has loaded. `invitation`: the path of the link in an invitation. */
async function opens(page: Page, wanted: string, invitation: string): Promise<void> {
  const [list = '', record] = wanted.split(' -> ');
  await page.goto(wanted === '/invitation' ? invitation : `/staff${list}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  if (record) {
    const link = main.locator(`a[href^="${record}"]:not([href$="import"], [href$="templates"])`).first();
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

/**
 * Gives the console something to show: an enquiry, the draft of a notice and an order that is being paid. `office`
 * makes calls as an administrator, `student` as the student with this id.
 */
async function addWork(office: APIRequestContext, student: APIRequestContext, studentId: string): Promise<void> {
  const enquiry = { name: 'Joy Roy', email: 'joy.roy@example.com', phone: '', subject: 'fees', message: 'How much?' };
  await callApi(student, addContact, { body: { formData: enquiry } });
  const booking = new BookingApi(student);
  await booking.fillsCart(0);
  await booking.places(studentId);
  const notice = { ...getContent, url: '/api/staff/content/notices/1' };
  const { data } = getContent.answers[200].parse(await callApi(office, notice));
  const body = { revision: 0, body: { ...data.published, title: 'The pool is closed on Friday' } };
  await callApi(office, { ...saveContentDraft, url: `${notice.url}/draft` }, { body });
}

test(
  'each page of the staff console fits phones and desktops in light and dark mode, and each dialog and menu is accessible',
  {
    tag: '@desktop',
  },
  async ({ page, request, site, staff, watch, account }, info) => {
    info.setTimeout(isSoak ? 1_200_000 : 480_000);
    await StaffConsole.signsIn(page, 'administrator', watch);
    const order = await readPaidOrder(site);
    const invitation = await staff.invites('esha.menon@example.com', 'editor');
    await addWork(page.request, request, await signInByApi(request, account));
    await addOpenTasks(site, order, account.mobile);
    for (const [index, wanted] of sampleOf(pages, 8).entries())
      for (const { size, theme } of isSoak ? appearances : appearances.slice((seed + index) % 4).slice(0, 1))
        await test.step(`the page /staff${wanted} in a window ${size.width} px wide, in ${theme} mode`, async () => {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme: theme });
          await opens(page, wanted, invitation);
          const name = `${wanted.replaceAll(/\W+/g, '-')}-${size.width}-${theme}.png`;
          if (isSoak) await page.screenshot({ path: info.outputPath(name) });
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, 'the page does not scroll sideways').toBeLessThanOrEqual(size.width);
          await expectAccessible(page);
          if (!entrances.includes(wanted)) await seesFocusOnFirstControl(page);
        });
    const { id: roster } = await assignBatchOfToday(site);
    const overlays = consoleOverlays({ roster, order });
    for (const [index, [wanted, openers]] of sampleOf(Object.entries(overlays), 4).entries())
      await test.step(`the dialogs and menus of the page /staff${wanted}`, async () => {
        const [chosen] = appearances.slice((seed + index) % 4);
        await page.setViewportSize(chosen?.size ?? desktop);
        await opens(page, wanted, invitation);
        for (const overlay of openers)
          await checkOverlay(page, overlay, isSoak ? ['light', 'dark'] : [chosen?.theme ?? 'light']);
      });
  },
);

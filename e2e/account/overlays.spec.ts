import type { APIRequestContext, Page } from '@playwright/test';
import { chromiumLaunch } from '../../setup/programs/browser.ts';
import { textFaults } from '../support/browser/layout-faults.ts';
import { outsideWindow } from '../support/browser/outside-window.ts';
import { checkOverlay, type Overlay } from '../support/browser/overlays.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { uploadByApi } from '../support/screens/documents.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { type NewAccount, signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

type OverlaysOfPage = { path: string; prepare?: (page: Page) => Promise<void>; overlays: Overlay[] };

/**
 * The dialogs, drawers and menus of a signed-in student. Those that need a payment, the outbox or the offline library
 * are checked in the journeys that open them.
 */
const pages: OverlaysOfPage[] = [
  { path: '/departments', overlays: [[['button', /^Tara/]]] },
  {
    path: '/profile',
    overlays: [[['button', 'Edit Profile']], [['button', 'Change password']], [['button', /^Log out \S/]]],
  },
  {
    path: '/profile?tab=documents',
    overlays: [
      [['button', 'Upload document']],
      [['button', 'View Passport']],
      [['button', 'Expiry date of Passport']],
      [['button', 'Delete Passport']],
    ],
  },
  { path: '/course-booking/checkout/information', overlays: [[['button', 'Edit']]] },
  {
    path: '/grievance-form',
    prepare: (page) => page.getByRole('textbox', { name: /^Grievance/ }).fill('The mess closes early.'),
    overlays: [[['button', 'Reset Form']]],
  },
];
/** The main menu, which every page has but only a phone shows. */
const phoneMenu: OverlaysOfPage = { path: '/', overlays: [[['button', 'Menu']]] };

const themes = ['light', 'dark'] as const;

/**
 * Signs in on another device and on this page, and gives the student a document and a cart, so that every button that
 * opens one of the overlays is shown.
 */
async function prepareStudent(page: Page, other: APIRequestContext, account: NewAccount): Promise<void> {
  await signInByApi(other, account);
  await other.dispose();
  await new SignIn(page).byApi(account);
  await uploadByApi(page.request, 'Passport');
  await new BookingApi(page.request).fillsCart(4);
}

async function openPage(page: Page, { path, prepare }: OverlaysOfPage): Promise<void> {
  const visitor = new Visitor(page);
  await page.goto(path);
  await visitor.seesScriptRunning();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await visitor.seesItLoaded();
  await prepare?.(page);
}

test('dialogs, drawers and menus on a student’s pages are accessible, and closing one returns the focus to the button that opened it', {
  tag: '@wide',
}, async ({ account, isMobile, page, playwright, site }) => {
  test.setTimeout(isSoak ? 600_000 : 240_000);
  await prepareStudent(page, await playwright.request.newContext({ baseURL: site.url }), account);
  const sampled = sampleOf(isMobile ? [...pages, phoneMenu] : pages, 2);
  for (const [index, wanted] of sampled.entries())
    await test.step(`the dialogs and menus of ${wanted.path}`, async () => {
      await openPage(page, wanted);
      for (const overlay of wanted.overlays)
        await checkOverlay(page, overlay, isSoak ? themes : themes.slice((seed + index) % 2).slice(0, 1));
    });
});

test('at twice the usual font size, no text in dialogs, drawers and menus on a student’s pages is cut off or outside the window', async ({
  account,
  playwright,
  site,
  watch,
}, info) => {
  test.setTimeout(isSoak ? 600_000 : 240_000);
  const launch = chromiumLaunch();
  const args = [...(launch.args ?? []), '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ ...launch, args });
  const setUp = await browser.newContext({ baseURL: site.url });
  await prepareStudent(await setUp.newPage(), await playwright.request.newContext({ baseURL: site.url }), account);
  await setUp.close();
  for (const width of isSoak ? [360, 1280] : [360]) {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width, height: 844 } });
    await watch.follow(context);
    const page = await context.newPage();
    await new SignIn(page).byApi(account);
    for (const wanted of sampleOf(width < 600 ? [...pages, phoneMenu] : pages, 2))
      await test.step(`the dialogs and menus of ${wanted.path} in a window ${width} px wide`, async () => {
        await openPage(page, wanted);
        for (const overlay of wanted.overlays)
          await checkOverlay(page, overlay, ['light'], async (name) => {
            if (isSoak)
              await page.screenshot({ path: info.outputPath(`${width}-${name.replaceAll(/\W+/g, '-')}.png`) });
            expect.soft(await outsideWindow(page), `${name}: outside of the window`).toEqual([]);
            expect.soft(await textFaults(page), `${name}: texts`).toEqual([]);
          });
      });
    await context.close();
  }
  await browser.close();
});

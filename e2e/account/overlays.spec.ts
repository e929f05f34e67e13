import type { Page } from '@playwright/test';
import { checkOverlay, type Overlay } from '../support/browser/overlays.ts';
import { isSoak, sampleOf, seed } from '../support/sample.ts';
import { uploadByApi } from '../support/screens/documents.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { signInByApi } from '../support/site/students.ts';
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
/** The menu of all pages, which only a phone shows. */
const phoneMenu: OverlaysOfPage = { path: '/', overlays: [[['button', 'Menu']]] };

test('the dialogs, drawers and menus of a student are accessible, and closing them returns the focus', {
  tag: '@wide',
}, async ({ account, isMobile, page, playwright, site }) => {
  test.setTimeout(isSoak ? 600_000 : 240_000);
  const other = await playwright.request.newContext({ baseURL: site.url });
  await signInByApi(other, account);
  await other.dispose();
  await new SignIn(page).byApi(account);
  await uploadByApi(page.request, 'Passport');
  await new BookingApi(page.request).fillsCart(4);
  const visitor = new Visitor(page);
  const sampled = sampleOf(isMobile ? [...pages, phoneMenu] : pages, 2);
  for (const [index, { path, prepare, overlays }] of sampled.entries())
    await test.step(`the dialogs and menus of ${path}`, async () => {
      await page.goto(path);
      await visitor.seesScriptRunning();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await visitor.seesItLoaded();
      await prepare?.(page);
      const themes = ['light', 'dark'] as const;
      for (const overlay of overlays)
        await checkOverlay(page, overlay, isSoak ? themes : themes.slice((seed + index) % 2).slice(0, 1));
    });
});

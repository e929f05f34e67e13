import type { Page } from '@playwright/test';
import { verifyResetToken } from '../contract/password-reset.ts';
import { chromiumLaunch } from '../setup/programs/browser.ts';
import { readSitemap } from '../tests/support/crawl.ts';
import { onePageOfEachKind } from '../tests/support/page-kinds.ts';
import { coveredControls, textFaults } from './support/browser/layout-faults.ts';
import { outsideWindow } from './support/browser/outside-window.ts';
import { isSoak, sampleOf, seed } from './support/sample.ts';
import { SignIn } from './support/screens/sign-in.ts';
import { Visitor } from './support/screens/visitor.ts';
import { BookingApi } from './support/site/booking-api.ts';
import { asha } from './support/site/students.ts';
import { expect, test } from './support/test.ts';

// These journeys need a site of their own, because they change the cart and the orders of a demo student. They do not
// need the service worker, because they read nothing offline.
test.use({ academy: 'screens', serviceWorkers: 'block' });

const widths = [360, 390, 1280];
const appearances = widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));

/** Pages that are in no sitemap, because search engines have nothing to find there. */
const visitorPages = [
  ...['/login', '/login?identifier=9876500001', '/register', '/auth/forgot-password', '/auth/reset-password?t=unknown'],
  ...['/certificates', '/certificates/unknown', '/batch-choice?t=unknown', '/courses-compare?ids=401,402,408'],
  ...['/search?q=ecdis', '/search?q=nothing-at-all', '/save-for-the-voyage', '/course-booking/details', '/unknown'],
  ...['/grievance-form?tab=form', '/course-booking?tab=individual'],
];
/** The confirmation page of the order that the student has paid last. */
const confirmation = '/profile?tab=bookings -> /course-booking/checkout/confirmation/';
const studentPages = [
  ...['/course-booking', '/course-booking?tab=individual', '/course-booking/details'],
  ...['/course-booking/checkout/information', '/course-booking/checkout/review', '/save-for-the-voyage'],
  ...['/profile', '/profile?tab=courses', '/profile?tab=wallet', '/profile?tab=bookings', '/profile?tab=payments'],
  ...['/profile?tab=documents', '/profile?tab=bookings -> /course-booking/receipt/', confirmation],
];

/** For pages that make a call at once, the heading that they show after its response. */
const laterHeadings: Partial<Record<string, string>> = {
  '/login?identifier=9876500001': 'How would you like to sign in?',
};

/** The pages that are also checked at 400 % zoom. */
const zoomedPages = {
  visitor: ['/', '/course-booking/ecdis-type-specific-training-101', '/login'],
  student: ['/course-booking', '/course-booking/details', '/course-booking/checkout/review', '/profile'],
};

/**
 * Opens one of the pages. `wanted`: its path; or `list -> link`, which follows the first link in the page `list` whose
 * path begins with `link`.
 */
async function opens(page: Page, wanted: string): Promise<void> {
  const [path = '', link] = wanted.split(' -> ');
  const visitor = new Visitor(page);
  const loads = async () => {
    await visitor.seesScriptRunning();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await visitor.seesItLoaded();
  };
  await page.goto(path);
  await loads();
  const later = laterHeadings[path];
  if (later) await expect(page.getByRole('heading', { name: later })).toBeVisible();
  if (!link) return;
  await page.goto((await page.getByRole('main').locator(`a[href^="${link}"]`).first().getAttribute('href')) ?? '');
  await loads();
}

/** CSS variables that no style sheet sets although inline styles use them, such as those of Mantine's components. */
function unknownVariables(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unknown = [...document.querySelectorAll<HTMLElement>('body [style*="var("]')].flatMap((part) => {
      const used = [...(part.getAttribute('style') ?? '').matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
      return used.filter((name) => getComputedStyle(part).getPropertyValue(name) === '');
    });
    return [...new Set(unknown)];
  });
}

/**
 * Faults that a person would see: something is outside the window, cut off, on top of something else, or covered while
 * it has the focus.
 */
const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await outsideWindow(page)).map((part) => `outside: ${part}`),
  ...(await textFaults(page)),
  ...(await coveredControls(page)),
];

/**
 * Takes screenshots of the first two windows of a page. A screenshot of the whole page would not show parts that are
 * rendered only when scrolled to.
 */
async function takePictures(page: Page, path: string): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.screenshot({ path: `${path}-1.png` });
  const isLonger = await page.evaluate(() => {
    const top = window.scrollY;
    window.scrollBy({ top: window.innerHeight * 0.8, behavior: 'instant' });
    return window.scrollY > top;
  });
  if (isLonger) await page.screenshot({ path: `${path}-2.png` });
}

/** Font sizes in pixels: the usual one, and twice that, as a person can set it in the browser. */
for (const fontSize of [16, 32])
  test(
    `at a font size of ${fontSize} px, no part of a page is cut off, covered or outside the window of a phone or desktop`,
    { tag: '@desktop' },
    async ({ playwright, site, watch }, info) => {
      info.setTimeout(isSoak ? 3_600_000 : 240_000);
      // Expect these errors: some of the pages have an unknown address or link.
      watch.expects(/404 \(Not Found\) \(\S+\/(unknown|api\/batch-choice\/read)\)/);
      const launch = chromiumLaunch();
      const args = [...(launch.args ?? []), `--blink-settings=defaultFontSize=${fontSize}`];
      const browser = await playwright.chromium.launch({ ...launch, args });
      const context = await browser.newContext({ baseURL: site.url });
      await watch.follow(context);
      // Never respond to the check of the password link: after a refusal, the page would go to Home during the
      // measurement.
      await context.route(`**${verifyResetToken.url}`, () => {});
      const page = await context.newPage();
      const look = async (wanted: string, index: number) => {
        for (const { width, theme } of isSoak ? appearances : appearances.slice((seed + index) % 6).slice(0, 1))
          await test.step(`the page ${wanted} in a window ${width} px wide, in ${theme} mode`, async () => {
            await page.setViewportSize({ width, height: 844 });
            await page.emulateMedia({ colorScheme: theme });
            await opens(page, wanted);
            expect.soft(await unknownVariables(page), `CSS variables of ${wanted}`).toEqual([]);
            expect.soft(watch.unexpectedErrors, `errors that ${wanted} logged`).toEqual([]);
            const name = `${fontSize}-${wanted.replaceAll(/\W+/g, '-')}-${width}-${theme}`;
            if (isSoak) await takePictures(page, info.outputPath(name));
            expect.soft(await faultsOf(page), `${wanted} at ${width} px`).toEqual([]);
          });
      };
      const publicPages = [...onePageOfEachKind(await readSitemap(site.url)), ...visitorPages];
      for (const [index, wanted] of sampleOf(publicPages, 4).entries()) await look(wanted, index);

      await new SignIn(page).byApi(asha);
      const api = new BookingApi(page.request);
      await api.emptiesCart();
      await api.fillsCart(3);
      for (const [index, wanted] of sampleOf(studentPages, 4).entries()) await look(wanted, index);
      await browser.close();
    },
  );

test('the check of page layouts reports texts of a fixed bar that overlap, lie outside the bar or lie below the window', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.setContent(`
    <p style="position: fixed; bottom: 10px; left: 0">Page</p>
    <div style="position: fixed; bottom: 0; left: 0; width: 300px; height: 40px">
      <span style="position: absolute; left: 0">Total</span>
      <span style="position: absolute; left: 5px">Pay</span>
      <span style="position: absolute; left: 150px; top: 60px">Help</span>
    </div>
  `);
  expect((await textFaults(page)).toSorted()).toEqual([
    'below the window: Help',
    'on each other: Total | Pay',
    'outside of its bar: Help',
  ]);
});

test('at 400 % zoom, no part of the most important pages is cut off, covered or outside the window of 320 x 256 px', {
  tag: '@desktop',
}, async ({ page, account }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const look = (wanted: string) =>
    test.step(wanted, async () => {
      await opens(page, wanted);
      expect.soft(await faultsOf(page), wanted).toEqual([]);
    });
  for (const wanted of sampleOf(zoomedPages.visitor, 1)) await look(wanted);
  await new SignIn(page).byApi(account);
  await new BookingApi(page.request).fillsCart(3);
  for (const wanted of sampleOf(zoomedPages.student, 2)) await look(wanted);
});

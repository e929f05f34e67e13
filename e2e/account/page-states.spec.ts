import { certificatePath, paths } from '../../contract/pages.ts';
import { expectPartAccessible } from '../support/browser/accessibility.ts';
import { openInState, pageStates } from '../support/browser/page-states.ts';
import { isSoak, sampleOf } from '../support/sample.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { registerAccount, signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

/** The pages of a signed-in student, who is new and has nothing that the lists could show. */
const studentPages = [
  ...['', '?tab=courses', '?tab=wallet', '?tab=bookings', '?tab=payments', '?tab=documents'].map(
    (tab) => `${paths.profile}${tab}`,
  ),
  ...[`${paths.bookOnline}?tab=packages`, `${paths.bookOnline}?tab=individual`, paths.cart],
  ...[`${paths.search}?q=ecdis`, `${paths.coursesCompare}?ids=401`, paths.offlineLibrary],
  ...[certificatePath('LFC-2027-000123-4F7A91C20B'), `${paths.batchChoice}?t=unknown`],
];
/** The pages of a paid order. The order's number replaces the `#`. */
const orderPages = [`${paths.receipt}/#`, `${paths.checkoutConfirmation}/#-1`];
const states = pageStates.filter((state) => state !== 'loaded');

test(
  'the pages of a signed-in student meet the accessibility rules while loading, empty, failed and offline',
  {
    tag: '@wide',
  },
  async ({ account, browser, playwright, site, watch }, { project }) => {
    test.setTimeout(isSoak ? 1_800_000 : 240_000);
    watch.expects(/./);
    const schemes = isSoak ? (['light', 'dark'] as const) : ([project.name === 'phone' ? 'dark' : 'light'] as const);
    const buyer = await playwright.request.newContext({ baseURL: site.url });
    const owner = await registerAccount(buyer);
    const booking = new BookingApi(buyer);
    await booking.books('Elementary First Aid (EFA)', await signInByApi(buyer, owner));
    const [order] = await booking.readsOrders();
    await buyer.dispose();
    const cases = [
      ...studentPages.map((path) => ({ path, student: account })),
      ...orderPages.map((path) => ({ path: path.replace('#', order?.order_id ?? ''), student: owner })),
    ].flatMap((one) => states.map((state) => ({ ...one, state })));
    for (const { path, student, state } of sampleOf(cases, 5))
      for (const colorScheme of schemes)
        await test.step(`${path} in the state ${state}, ${colorScheme}`, async () => {
          // Block service workers: their requests would bypass the Playwright routes with which this test puts a page
          // into a state.
          const context = await browser.newContext({ colorScheme, baseURL: site.url, serviceWorkers: 'block' });
          await signInByApi(context.request, student);
          const page = await openInState(context, path, state, 'student');
          await expectPartAccessible(page, 'html');
          await expect(page.locator('h1'), path).toHaveCount(1);
          await context.unrouteAll({ behavior: state === 'loading' ? 'ignoreErrors' : 'wait' });
          await context.close();
        });
  },
);

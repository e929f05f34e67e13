import { releaseAttribute } from '../support/site/next-release.ts';
import { countRows } from '../support/site/student-rows.ts';
import {
  acceptTerms,
  addsCourse,
  button,
  opensBookOnline,
  opensCart,
  reachesPayment,
  reviewsOrder,
  seesThanks,
  signInByCalls,
  status,
} from './support/student.ts';
import { expect, test } from './support/test.ts';

// The journey changes the release of the site, so it needs a site of its own.
test.use({ academy: 'deploy' });

const course = 'Personal Safety and Social Responsibilities (PSSR)';

/**
 * Checks for an update, as every page does hourly. Runs in the page. @returns whether a new service worker is waiting
 */
async function findUpdate(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => {});
  return registration?.waiting?.state === 'installed';
}

test('when a new release of the site is deployed during the review of an order, the student reloads and pays in the new release', async ({
  tab,
  account,
  site,
}) => {
  await signInByCalls(tab, account);
  await opensBookOnline(tab, 'individual');
  await tab.isServedByWorker();
  await addsCourse(tab, course);
  await tab.sees(status('Item added to cart'));
  await opensCart(tab);
  await reviewsOrder(tab);

  await site.stop();
  await site.restart(process.env.NEXT_RELEASE);
  await expect.poll(() => tab.runs(findUpdate, null), { timeout: 120_000 }).toBe(true);
  await tab.sees(button('Proceed to Payment'));
  await tab.taps(button('Reload'));
  const readRelease = () => tab.runs((name) => document.documentElement.getAttribute(name), releaseAttribute);
  await expect.poll(() => readRelease().catch(() => null), { timeout: 90_000 }).toBe('next');
  await tab.arrivesAt('Review Your Order');
  expect(await tab.isTicked(acceptTerms)).toBe(true);
  await reachesPayment(tab);
  await tab.taps(button('Pay'));
  await seesThanks(tab, [course]);
  expect(await countRows(site, account.mobile)).toMatchObject({ orders: 1, completedOrders: 1, payments: 1 });
});

import type { Page } from '@playwright/test';
import { CallInterceptor } from '../support/browser/call-interceptor.ts';
import { CheckoutDriver, checkoutStates, finishBooking } from '../support/checkout-driver.ts';
import { isSoak } from '../support/sample.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { buildNextRelease, type NextRelease, releaseAttribute } from '../support/site/next-release.ts';
import { test as base, expect } from '../support/test.ts';

/** Each deploy switches the site between the current build and the next release. */
type Deploys = { deploy: () => Promise<void> };

const test = base.extend<object, { nextRelease: NextRelease; deploys: Deploys }>({
  nextRelease: [
    async ({ browserName: _ }, use) => {
      const release = await buildNextRelease();
      await use(release);
      await release.dispose();
    },
    // Build the site in a hook with its own timeout, so that the build does not use up the time of the first journey.
    { scope: 'worker', timeout: 600_000 },
  ],
  deploys: [
    async ({ site, nextRelease }, use) => {
      let isNextServed = false;
      const deploy = async () => {
        await site.stop();
        isNextServed = !isNextServed;
        await site.restart(isNextServed ? nextRelease.folder : undefined);
      };
      await use({ deploy });
    },
    { scope: 'worker' },
  ],
});

// The journeys run one after the other: each starts with the release that the one before it deployed.
test.use({ academy: 'deploy', serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default' });
// Expect errors: the server is down for a moment during a deploy, and some tests refuse calls on purpose.
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource|status of \d{3}/));

const readReloads = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('test:reloads')));
const readRelease = (page: Page) => page.locator('html').getAttribute(releaseAttribute);

async function countReloads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [visit] = performance.getEntriesByType('navigation');
    if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'reload') return;
    sessionStorage.setItem('test:reloads', String(Number(sessionStorage.getItem('test:reloads')) + 1));
  });
}

/**
 * Checks for an update, as every page does hourly, until a new service worker waits. `isLeaving`: this page is
 * navigating away, so a second tab checks.
 */
async function findUpdate(page: Page, isLeaving: boolean): Promise<void> {
  const tab = isLeaving ? await page.context().newPage() : page;
  if (isLeaving) await tab.goto('/');
  await expect(async () => {
    const isWaiting = await tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update().catch(() => {});
      const found = registration?.installing;
      if (found) await new Promise((resolve) => found.addEventListener('statechange', resolve, { once: true }));
      return registration?.waiting?.state === 'installed';
    });
    expect(isWaiting).toBe(true);
  }).toPass({ timeout: 60_000 });
  if (isLeaving) await tab.close();
}

async function openCheckout(page: Page, index: number, lastName: string): Promise<CheckoutDriver> {
  await countReloads(page);
  const booking = new BookingApi(page.request);
  await page.goto(`/course-booking/details`);
  const checkout = new Checkout(page);
  await checkout.isServedByWorker();
  const booked = await booking.fillsCart(index);
  return new CheckoutDriver(checkout, { booking, booked, calls: new CallInterceptor(page), lastName });
}

/**
 * Accepts the update. `isCovered`: a dialog of this tab covers the offer to update, so a second tab accepts it.
 * Accepting it there does not reload this tab.
 */
async function acceptUpdate(page: Page, isCovered: boolean): Promise<void> {
  const tab = isCovered ? await page.context().newPage() : page;
  if (isCovered) {
    await tab.goto('/');
    // Press only once the page has loaded. If it sends a call just when Chromium stops the old service worker, Chromium
    // starts the worker again. It would stop it after 30 seconds without a call, but here, where Playwright has
    // attached DevTools to the worker, only after five minutes.
    await tab.waitForLoadState('networkidle');
  }
  const before = await readRelease(tab);
  await tab.getByRole('button', { name: 'Reload' }).click();
  // Allow much time: the new service worker is activated only when the old one has finished its work.
  await expect.poll(() => readRelease(tab).catch(() => before), { timeout: 90_000 }).not.toBe(before);
  if (isCovered) await tab.close();
}

/** Checks that the offer to update does not cover the button of the bar at the bottom of a phone. */
async function seesNothingCovered(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  const topmost = await page.getByRole('button', { name: 'Proceed to Payment' }).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')?.textContent;
  });
  expect(topmost).toBe('Proceed to Payment');
}

// Test two states in which an update is allowed and one that delays it. `npm run soak` tests all states.
const sampled = ['review.reviewing', 'review.waitingAtReview', 'review.creatingOrder'];
const chosen = Object.entries(checkoutStates).filter(([name]) => isSoak || sampled.includes(name));

for (const [index, [name, { reach, shownBy, update }]] of chosen.entries())
  test(`deploying a new release of the site while checkout is in the state ${name} loses neither the booking nor typed text`, async ({
    account,
    page,
    visitor,
    deploys,
  }) => {
    await visitor.signsInByApi(account);
    const lastName = `Nair-${String.fromCharCode(65 + index)}`;
    const checkout = await openCheckout(page, index, lastName);
    await reach(checkout);
    if (shownBy) await expect(shownBy(checkout)).toBeVisible();

    await deploys.deploy();
    await findUpdate(page, update === 'critical');
    if (shownBy) await expect(shownBy(checkout)).toBeVisible();
    if (name === 'review.reviewing') await seesNothingCovered(page);
    if (update !== 'critical') await acceptUpdate(page, update === 'covered');
    else if (shownBy) await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await page.context().setOffline(false);
    await checkout.deps.calls.releaseAll();
    if (name.startsWith('information.editingInformation')) await expect(checkout.lastName).toHaveValue(lastName);
    await finishBooking(checkout);
    expect(await readReloads(page)).toBe(update ? 0 : 1);
  });

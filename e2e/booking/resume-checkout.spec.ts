import { Cart } from '../support/screens/cart.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

const withdrawn = 'Medical First Aid (MFA)';
const moved = 'Advanced Fire Fighting (AFF)';

// The journey closes a batch, so it needs a site of its own.
test.use({ academy: 'resume' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('a checkout interrupted offline can be resumed from Home after a browser restart and shows what has changed since', async ({
  account,
  device,
  network,
  staff,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|status of 409/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(withdrawn);
  await student.addsCourseToCart(moved);
  await student.opensCart();
  const cart = new Cart(student.page);
  const [closed, swapped] = [await cart.batchId(withdrawn), Number(await cart.batchId(moved))];
  const checkout = await student.confirmsBooking();
  await student.isServedByWorker();
  await checkout.acceptsTerms();
  await network.cut();
  await checkout.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await checkout.seesItIsOffline();
  await checkout.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(checkout.page.getByText('Waiting for the connection')).toBeVisible();
  await checkout.findsItAccessible();
  await device.close();
  await staff.closesBatch(closed);

  const page = await device.open();
  const later = new Visitor(page);
  await later.opensHome();
  await later.seesItIsOffline();
  const notice = page.getByRole('status').filter({ hasText: 'You can continue your booking' });
  await expect(notice).toHaveCount(0);
  await network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await new BookingApi(page.request).swapsBatch({ batchId: swapped });
  await expect(notice).toContainText(/\d things? (has|have) changed/);
  await expect(notice).toContainText(/You left it at \d\d:\d\d, (just now|\d+ minutes? ago)/);
  await later.findsItAccessible();

  await notice.getByRole('link', { name: 'Continue your booking' }).click();
  const changes = page.getByRole('list', { name: 'What changed' });
  const lineOf = (name: string) => changes.getByRole('listitem').filter({ hasText: name });
  await expect(lineOf(withdrawn)).toContainText(/was open for booking\s*now withdrawn from booking/);
  await expect(lineOf(moved)).toContainText(/Dates was .+now .+/);
  const resumed = new Checkout(page);
  await resumed.findsItAccessible();
  await new Cart(page).swaps(withdrawn);
  await page.getByRole('button', { name: 'Accept the changes' }).click();
  await expect(page.getByRole('checkbox', { name: /accept the booking terms/ })).toBeChecked();
  // The dates clash, because the new batches of the two courses share four days.
  await resumed.confirmsClashingDates([withdrawn, moved]);
  await resumed.goesToPay();
  await resumed.pays();
  await resumed.seesThanks([withdrawn, moved]);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue your booking' })).toHaveCount(0);
});

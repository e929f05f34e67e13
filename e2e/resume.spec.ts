import { Booker } from './support/booker.ts';
import { Cart } from './support/cart.ts';
import { Checkout } from './support/checkout.ts';
import { emptyCart } from './support/empty-cart.ts';
import { asha } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

const withdrawn = 'Medical First Aid (MFA)';
const moved = 'Advanced Fire Fighting (AFF)';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

test('a booking that waited through a closed app goes on from another page, with what changed', async ({
  device,
  network,
  office,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|status of 409/);
  const visitor = new Visitor(await device.open());
  await visitor.opensHome();
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(withdrawn);
  await student.addsCourseToCart(moved);
  await student.opensCart();
  const cart = new Cart(student.page);
  const [closed, swapped] = [await cart.batchId(withdrawn), Number(await cart.batchId(moved))];
  const checkout = await student.confirmsBooking();
  await student.isKeptByWorker();
  await checkout.proceeds();
  await checkout.acceptsTerms();
  await network.cut();
  await checkout.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await checkout.seesItIsOffline();
  await checkout.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(checkout.page.getByText('Waiting for the connection')).toBeVisible();
  await checkout.findsItAccessible();
  await device.close();
  await office.closesBatch(closed);

  const page = await device.open();
  const later = new Visitor(page);
  await later.opensHome();
  await later.seesItIsOffline();
  const notice = page.getByRole('status').filter({ hasText: 'Your booking waits for you' });
  await expect(notice).toHaveCount(0);
  await network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await new Booker(page).swapsElsewhere({ batchId: swapped });
  await expect(notice).toContainText(/\d things? (is|are) not as you saw/);
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
  await resumed.goesToPay();
  await resumed.pays();
  await resumed.seesThanks([withdrawn, moved]);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue your booking' })).toHaveCount(0);
});

import { Cart } from '../support/screens/cart.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

// These journeys close a batch and change the booking terms, so they need a site of their own.
test.use({ academy: 'order-changed' });
test.describe.configure({ mode: 'default' });

const gone = 'Proficiency in Survival Craft and Rescue Boats (PSCRB)';
const swapped = 'Advanced Fire Fighting (AFF)';
const added = 'Elementary First Aid (EFA)';

test('when the cart changes on another device during checkout, the student reviews each change, then places the order and pays for it', async ({
  account,
  baseURL,
  browser,
  staff,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(gone);
  await student.addsCourseToCart(swapped);
  await student.opensCart();
  const closed = await new Cart(student.page).batchId(gone);
  const checkout = await student.confirmsBooking();
  await checkout.acceptsTerms();

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(elsewhere);
  const other = await new Visitor(await elsewhere.newPage()).signsInByApi(account);
  await other.opensBookOnline('individual');
  await other.addsCourseToCart(added);
  await other.opensCart();
  await new Cart(other.page).swaps(swapped);
  await other.seesToast('Batch changed');
  await elsewhere.close();
  await staff.closesBatch(closed);

  await student.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(student.page.getByRole('alert').filter({ hasText: 'Your order has changed' })).toBeVisible();
  const changes = student.page.getByRole('list', { name: 'What changed' });
  const lineOf = (name: string) => changes.getByRole('listitem').filter({ hasText: name });
  const accept = student.page.getByRole('button', { name: 'Accept the changes' });
  await expect(lineOf(gone)).toContainText('This batch is no longer available for booking.');
  await expect(lineOf(swapped)).toContainText(/Dates was .+now .+/);
  await expect(lineOf(added)).toContainText('Was added to your cart in the meantime.');
  await expect(accept).toBeDisabled();
  await student.findsItAccessible();

  await student.page.reload();
  await expect(accept).toBeDisabled();
  await new Cart(student.page).swaps(gone);
  await expect(accept).toBeEnabled();
  await lineOf(added)
    .getByRole('button', { name: /^Remove from order/ })
    .click();
  await expect(lineOf(added)).toHaveCount(0);
  await student.findsItAccessible();
  await accept.click();
  await checkout.goesToPay();
  await checkout.pays();
  await checkout.seesThanks([gone, swapped]);
});

test('booking terms that changed during checkout must be accepted again', async ({
  account,
  staff,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const student = await visitor.signsInByApi(account);
  const checkout = await student.startsCheckoutWith(swapped);
  await checkout.acceptsTerms();
  await staff.changesTerms(`<p>Bring your own boiler suit, from ${crypto.randomUUID()} on.</p>`);
  await student.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(student.page.getByText('The booking terms have changed.')).toBeVisible();
  await student.page.getByRole('button', { name: 'Accept the changes' }).click();
  await expect(student.page.getByText('Bring your own boiler suit')).toBeVisible();
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  await checkout.declinesPayment();
  await student.page.getByRole('link', { name: 'Back to cart' }).click();
  await student.seesCart();
});

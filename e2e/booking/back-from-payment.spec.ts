import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

const first = 'Personal Safety and Social Responsibilities (PSSR)';
const added = 'Elementary First Aid (EFA)';

test('a student who comes back from the payment page and adds a course pays for a new order, not for the old one', async ({
  account,
  visitor,
}) => {
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  const orders = new BookingApi(page.request);
  const checkout = await student.startsCheckoutWith(first);
  await checkout.reachesPayment();
  const oldPaymentPage = page.url();
  await page.goBack();
  await expect(page.getByRole('alert').filter({ hasText: 'Your payment is not finished' })).toBeVisible();
  const [old] = await orders.readsOrders();

  await student.opensBookOnline('individual');
  await student.addsCourseToCart(added);
  await page.getByRole('link', { name: 'Continue your booking' }).click();
  await page.getByRole('button', { name: 'Open the payment page' }).click();
  await checkout.arrivesAt('Waiting for your payment');
  await page.getByRole('button', { name: 'Back to your order' }).click();
  await checkout.seesInOrder(added);
  await checkout.goesToPay();
  expect(page.url()).not.toBe(oldPaymentPage);
  await checkout.pays();
  const number = await checkout.seesThanks([first, added]);
  expect(number).not.toBe(old?.order_id);
  expect(await orders.readsOrders()).toMatchObject([{ order_id: number, state: 'completed' }]);
});

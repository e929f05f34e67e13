import type { Page } from '@playwright/test';
import { Checkout } from '../support/screens/checkout.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

const course = 'Medical Care (MC)';

async function seesPending(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Payment pending, do not pay again' })).toBeVisible();
}

test('a pending payment blocks a second payment of the same order after a reload and on another device', async ({
  account,
  baseURL,
  browser,
  visitor,
  watch,
}) => {
  const student = await visitor.signsInByApi(account);
  const checkout = await student.startsCheckoutWith(course);
  await checkout.reachesPayment();
  const paymentPage = student.page.url();
  await student.page.getByRole('button', { name: 'Leave pending' }).click();
  await seesPending(student.page);
  await checkout.arrivesAt('Payment pending');
  await student.page.reload();
  await seesPending(student.page);
  await expect(student.page.getByRole('button', { name: 'Back to your order' })).toHaveCount(0);

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(elsewhere);
  const phone = await elsewhere.newPage();
  const other = await new Visitor(phone).signsInByApi(account);
  await phone.goto('/course-booking/details');
  await other.seesCart();
  await seesPending(phone);
  await expect(phone.getByRole('button', { name: 'Confirm Booking' })).toBeDisabled();
  await other.findsItAccessible();
  await phone.goto('/course-booking/checkout/review');
  await seesPending(phone);
  await expect(phone.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0);

  await student.page.goto(paymentPage);
  await checkout.pays();
  await checkout.seesThanks([course]);
  await phone.getByRole('link', { name: 'Recheck Payment' }).click();
  await new Checkout(phone).seesThanks([course]);
  await elsewhere.close();
});

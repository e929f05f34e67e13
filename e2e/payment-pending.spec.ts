import type { Page } from '@playwright/test';
import { Checkout } from './support/checkout.ts';
import { emptyCart } from './support/empty-cart.ts';
import { asha } from './support/students.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';

// Not the course of another journey of this student: nobody books one batch twice.
const course = 'Medical Care (MC)';

async function seesPending(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Payment pending, do not pay again' })).toBeVisible();
}

test('a pending payment is not paid again: not after a reload, nor on another device', async ({
  baseURL,
  browser,
  visitor,
  watch,
}) => {
  const student = await visitor.isSignedInAs(asha);
  await emptyCart(student.page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(course);
  await student.opensCart();
  const checkout = await student.confirmsBooking();
  await checkout.proceeds();
  await checkout.acceptsTerms();
  await checkout.goesToPay();
  const paymentPage = student.page.url();
  await student.page.getByRole('button', { name: 'Leave pending' }).click();
  await seesPending(student.page);
  await checkout.arrivesAt('Payment pending');
  await student.page.reload();
  await seesPending(student.page);
  await expect(student.page.getByRole('button', { name: 'Back to your order' })).toHaveCount(0);

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  watch.follow(elsewhere);
  const phone = await elsewhere.newPage();
  const other = await new Visitor(phone).isSignedInAs(asha);
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

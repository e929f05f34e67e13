import { Cart } from '../support/screens/cart.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

type Names = readonly [first: string, second: string];

/** In a cart with two courses, changes the batch of the first one, removes the second one and undoes the removal. */
async function changesCart(keyboard: KeyboardUser, [first, second]: Names): Promise<void> {
  const { page } = keyboard;
  const student = new Student(page);
  await page.goto('/course-booking/details');
  await student.seesCart();
  const batch = new Cart(page).batchOf(first);
  const before = await batch.inputValue();
  await keyboard.tabsTo(batch);
  await page.keyboard.press('ArrowDown');
  await keyboard.hears('status', 'Batch changed');
  await keyboard.seesFocusOn(batch);
  await page.keyboard.press('ArrowUp');
  await expect(batch).toHaveValue(before);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Your cart" [level=1]
    - list "In your cart":
      - listitem:
        - heading "${first}" [level=2]
        - combobox "Batch of ${first}"
        - paragraph: /These dates clash with/
        - button "Remove ${first}"
      - listitem:
        - heading "${second}" [level=2]
        - combobox "Batch of ${second}"
        - paragraph: /These dates clash with/
        - button "Remove ${second}"
    - region "Summary":
      - button "Confirm Booking"
  `);

  const remove = student.linesInCart(second).getByRole('button', { name: /^Remove/ });
  await keyboard.presses(remove);
  await keyboard.hears('status', `${second} was removed.`);
  const lines = page.getByRole('main').locator(':focus').getByRole('list', { name: 'In your cart' });
  await expect(lines).toBeVisible();
  await keyboard.tabsTo(page.getByRole('button', { name: /^Undo/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(student.linesInCart(second)).toHaveCount(1);
  await expect(lines).toBeVisible();
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
}

async function confirmsClash(keyboard: KeyboardUser): Promise<void> {
  const { page } = keyboard;
  const clash = page.getByRole('alert').filter({ hasText: 'Some of your dates clash' });
  await expect(clash).toBeVisible();
  await expect(page.locator(':focus').getByRole('alert')).toHaveText(/Some of your dates clash/);
  await expect(clash).toMatchAriaSnapshot(`
    - alert:
      - paragraph: Some of your dates clash
      - paragraph: /Your order was not placed, and nothing was charged/
      - list
      - checkbox "Book these dates anyway"
      - button "Proceed to Payment" [disabled]
      - status: Confirm the dates to proceed, or choose others in your cart.
      - button "Back to your order"
      - button "Back to cart"
  `);
  await keyboard.presses(clash.getByRole('checkbox', { name: 'Book these dates anyway' }), 'Space');
  await keyboard.presses(clash.getByRole('button', { name: 'Proceed to Payment' }));
}

test('with the keyboard alone, a student changes the cart, confirms clashing dates, retries a declined payment and pays a pending one', async ({
  account,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const checkout = new Checkout(page);
  const main = page.getByRole('main');
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const pay = page.getByRole('button', { name: 'Proceed to Payment' });
  const courses = await new BookingApi(page.request).fillsCartWithClash();
  await changesCart(keyboard, courses);

  await checkout.arrivesAt('Review Your Order');
  await keyboard.presses(page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
  await keyboard.presses(pay);
  await confirmsClash(keyboard);
  await keyboard.presses(page.getByRole('button', { name: 'Decline' }));
  await keyboard.hears('alert', 'Your payment was declined');
  await checkout.arrivesAt('Payment declined');
  await expect(title('Payment declined')).toBeFocused();
  await expect(main).toMatchAriaSnapshot(`
      - heading "Payment declined" [level=1]
      - alert:
        - paragraph: Your payment was declined
        - paragraph: /Your payment did not go through, and no seat is booked/
        - paragraph: /If the amount has left your account/
      - button "Try again"
      - link "Back to cart"
    `);
  await keyboard.presses(main.getByRole('button', { name: 'Try again' }));
  await checkout.arrivesAt('Review Your Order');
  await expect(title('Review Your Order')).toBeFocused();
  await keyboard.presses(pay);
  await confirmsClash(keyboard);

  await page.waitForURL(/\/sandbox\/pay\//);
  const paymentPage = page.url();
  await keyboard.presses(page.getByRole('button', { name: 'Leave pending' }));
  await keyboard.hears('status', 'Payment pending, do not pay again');
  await checkout.arrivesAt('Payment pending');
  await expect(title('Payment pending')).toBeFocused();
  await page.goto('/profile?tab=bookings');
  const recheck = main.getByRole('button', { name: /^Recheck Payment/ });
  await keyboard.presses(recheck);
  await keyboard.hears('status', /is still pending/);
  await keyboard.seesFocusOn(recheck);
  await page.goto(paymentPage);
  await keyboard.presses(page.getByRole('button', { name: 'Pay', exact: true }));
  await checkout.seesThanks(courses);
  await expect(title('Thank You')).toBeFocused();
});

import { CallInterceptor } from '../support/browser/call-interceptor.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { endSeatHold } from '../support/site/payment-rows.ts';
import { joy, signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The journeys change the terms, fill a batch and book for a demo student, so this file needs a site of its own. The
// service worker is blocked, because `CallInterceptor` cannot see the calls that pass through one.
test.use({ academy: 'keyboard-checkout-states', serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

const course = 'Elementary First Aid (EFA)';

/** Opens the cart, confirms the booking and arrives at the first screen of checkout. */
async function confirmsBooking(keyboard: KeyboardUser, first = 'Review Your Order'): Promise<void> {
  const { page } = keyboard;
  await page.goto('/course-booking/details');
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
  await keyboard.startsAt(first);
}

async function acceptsTerms(keyboard: KeyboardUser): Promise<void> {
  await keyboard.presses(keyboard.page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
}

test('with the keyboard alone, a student fills in a missing date of birth during checkout and goes on to the review', async ({
  page,
}) => {
  const keyboard = new KeyboardUser(page);
  const main = page.getByRole('main');
  await signInByApi(page.request, joy);
  await new BookingApi(page.request).addsCourse(course);
  await confirmsBooking(keyboard, 'Review and Confirm Your Details');

  const proceed = main.getByRole('button', { name: 'Proceed' });
  const fill = main.getByRole('button', { name: 'date of birth' });
  await expect(main).toMatchAriaSnapshot(`
    - list "Steps of your booking":
      - listitem: Details
      - listitem: Review
      - listitem: Payment
    - heading "Review and Confirm Your Details" [level=1]
    - paragraph: Some details are missing
    - text: "To book we need:"
    - button "date of birth"
    - button "Edit"
    - complementary "Order summary":
      - button "Proceed" [disabled]
  `);
  await expect(proceed).toHaveAccessibleDescription('Complete your details to proceed.');

  await keyboard.presses(fill);
  const sheet = page.getByRole('dialog', { name: 'Edit Profile' });
  const birthday = sheet.getByRole('group', { name: 'Date of birth' });
  await keyboard.seesFocusOn(birthday.getByLabel('Day'));
  await keyboard.escapes(sheet, fill);
  await page.keyboard.press('Enter');
  await keyboard.presses(sheet.getByRole('button', { name: 'Save' }));
  await keyboard.hears('alert', '1 thing to correct');
  await expect(birthday).toMatchAriaSnapshot(`
    - group "Date of birth":
      - textbox "Day" [invalid]
      - textbox "Month" [invalid]
      - textbox "Year" [invalid]
  `);
  for (const [name, text] of Object.entries({ Day: '29', Month: '2', Year: '2004' }))
    await keyboard.types(birthday.getByLabel(name), text);
  await keyboard.presses(sheet.getByRole('button', { name: 'Save' }));
  await expect(sheet).toHaveCount(0);
  await expect(fill).toHaveCount(0);
  // The button that opened the form is gone, so the focus is on the details.
  await expect(page.locator(':focus').getByRole('button', { name: 'Edit' })).toBeVisible();
  await keyboard.presses(proceed);
  await keyboard.startsAt('Review Your Order');
});

test('with the keyboard alone, a student reads and accepts booking terms that changed during checkout', async ({
  account,
  staff,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  await new BookingApi(page.request).addsCourse(course);
  await confirmsBooking(keyboard);
  await acceptsTerms(keyboard);
  await staff.changesTerms('<p>Bring your own boiler suit.</p>');
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));

  await keyboard.hears('alert', 'Your order has changed');
  const changes = page.locator(':focus');
  await expect(changes).toMatchAriaSnapshot(`
    - alert:
      - paragraph: Your order has changed
      - text: Nothing was charged. Review the changes below, then continue.
    - paragraph: The booking terms have changed. Please read and accept them again.
    - button "Back to cart"
  `);
  const accept = page.getByRole('button', { name: 'Accept the changes' });
  await expect(accept).toHaveAccessibleDescription('You confirm and pay on the next steps.');
  await keyboard.presses(accept);
  await keyboard.startsAt('Review Your Order');
  const terms = page.getByRole('checkbox', { name: /accept the booking terms/ });
  await expect(terms).not.toBeChecked();
  const text = page.getByRole('region', { name: /, full text$/ });
  await keyboard.tabsTo(text);
  await keyboard.seesFocusOn(text);
  await expect(text).toHaveText('Bring your own boiler suit.');
  await keyboard.presses(terms, 'Space');
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

test('with the keyboard alone, a student whose order got no response tries again and pays', async ({
  account,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_FAILED/);
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const calls = new CallInterceptor(page);
  await new BookingApi(page.request).addsCourse(course);
  await confirmsBooking(keyboard);
  await acceptsTerms(keyboard);
  await calls.abort('POST', /\/api\/orders\/create$/);
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));

  await keyboard.hears('alert', 'We do not know yet whether your order was placed');
  await expect(page.locator(':focus')).toMatchAriaSnapshot(`
    - alert:
      - paragraph: We do not know yet whether your order was placed
      - paragraph: "You can safely try again: the order is placed and paid only once."
      - button "Try again"
  `);
  await calls.releaseAll();
  await keyboard.presses(page.getByRole('button', { name: 'Try again' }));
  await keyboard.presses(page.getByRole('button', { name: 'Pay', exact: true }));
  await new Checkout(page).seesThanks([course]);
  await keyboard.startsAt('Thank You');
});

test('with the keyboard alone, a student whose payment came after the last seat was booked learns of the refund and chooses another batch', async ({
  account,
  site,
  staff,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const booking = new BookingApi(page.request);
  const batchId = await booking.addsCourse('Medical First Aid (MFA)');
  await confirmsBooking(keyboard);
  await acceptsTerms(keyboard);
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeVisible();
  const [order] = await booking.readsOrders();
  await endSeatHold(site, order?.order_id ?? '');
  await staff.fillsBatch(String(batchId));
  await keyboard.presses(pay);

  await keyboard.startsAt('Refund due');
  await keyboard.hears('alert', 'You have paid, but we could not book your seats: we are refunding you');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Refund due" [level=1]
    - alert:
      - paragraph: "You have paid, but we could not book your seats: we are refunding you"
      - paragraph:
        - text: Order
        - strong: /LF-\\d{4}-\\d+/
        - text: /we received your payment, but could not book your seats\\./
      - paragraph:
        - text: "Questions:"
        - link /\\d+/
    - link "Choose another batch"
    - link "Student profile"
  `);
  await keyboard.presses(page.getByRole('link', { name: 'Choose another batch' }));
  await keyboard.startsAt('Book Online');
});

import { addDays } from '../../contract/days.ts';
import { Cart } from '../support/screens/cart.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { readCode, readMailedLink } from '../support/site/sandbox-outbox.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The journeys close and move batches, and the registrar can use each authenticator code only once per site, so this
// file needs a site of its own.
test.use({ academy: 'keyboard-changes' });
test.describe.configure({ mode: 'default' });

const gone = 'Proficiency in Survival Craft and Rescue Boats (PSCRB)';
const swapped = 'Advanced Fire Fighting (AFF)';
const added = 'Elementary First Aid (EFA)';
const moved = 'Personal Survival Techniques (PST)';

test('with the keyboard alone, a new student verifies a phone number during checkout and pays for the order', async ({
  unverified,
  visitor,
  watch,
}) => {
  watch.expects(/status of 403/);
  const student = await visitor.signsInByApi(unverified);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  const checkout = new Checkout(page);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(added);
  await page.goto('/course-booking/details');
  await student.seesCart();
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
  await keyboard.startsAt('Review Your Order');
  await keyboard.presses(page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));

  const step = page.getByRole('region', { name: 'Verify your contact' });
  await expect(step).toBeFocused();
  await expect(step).toMatchAriaSnapshot(`
      - region "Verify your contact":
        - heading "Verify your contact" [level=2]
        - paragraph: /please verify one of your contacts/
        - button /Code by WhatsApp to/
        - button /Code by email to/
        - paragraph:
          - link "Change your details"
        - button "Back to your order"
    `);
  await keyboard.presses(step.getByRole('button', { name: /^Code by WhatsApp/ }));
  await keyboard.hears('status', `Sent to ********${unverified.mobile.slice(-4)}`);
  const firstDigit = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await keyboard.seesFocusOn(firstDigit);
  const sent = await readCode(page, `91${unverified.mobile}`);
  await page.keyboard.type(sent === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await keyboard.hears('alert', 'Incorrect OTP');
  await keyboard.seesFocusOn(firstDigit);
  await page.keyboard.type(sent);
  await page.keyboard.press('Enter');
  await keyboard.presses(page.getByRole('button', { name: 'Pay', exact: true }));
  await checkout.seesThanks([added]);
  await keyboard.startsAt('Thank You');
});

test('with the keyboard alone, a student reviews a changed order, replaces a closed batch, removes a course and accepts the changes', async ({
  account,
  staff,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  const booking = new BookingApi(page.request);
  await student.opensBookOnline('individual');
  await student.addsCourseToCart(gone);
  await student.addsCourseToCart(swapped);
  await student.opensCart();
  const [closed, other] = [await new Cart(page).batchId(gone), await new Cart(page).batchId(swapped)];
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
  await keyboard.startsAt('Review Your Order');
  await booking.swapsBatch({ batchId: Number(other) });
  await booking.addsCourse(added);
  await staff.closesBatch(closed);
  await keyboard.presses(page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));

  await keyboard.hears('alert', 'Your order has changed');
  await expect(page.locator(':focus').getByRole('alert')).toHaveText(/Your order has changed/);
  const changes = page.getByRole('list', { name: 'What changed' });
  await expect(changes).toMatchAriaSnapshot(`
      - list "What changed":
        - listitem:
          - heading "${gone}" [level=3]
          - combobox "Batch of ${gone}"
          - button "Remove from order ${gone}"
        - listitem:
          - heading "${swapped}" [level=3]
          - combobox "Batch of ${swapped}"
          - button "Remove from order ${swapped}"
        - listitem:
          - heading "${added}" [level=3]
          - paragraph: Was added to your cart in the meantime.
          - button "Remove from order ${added}"
    `);
  const accept = page.getByRole('button', { name: 'Accept the changes' });
  await expect(accept).toHaveAccessibleDescription('Please update your cart to proceed booking.');
  const batch = changes.getByRole('combobox', { name: `Batch of ${gone}` });
  await keyboard.tabsTo(batch);
  await keyboard.seesFocusOn(batch);
  await page.keyboard.press('ArrowDown');
  await expect(accept).toBeEnabled();
  await expect(page.locator(':focus').and(page.locator('body'))).toHaveCount(0);
  await keyboard.presses(changes.getByRole('button', { name: `Remove from order ${added}` }));
  await expect(changes.getByRole('heading', { name: added })).toHaveCount(0);
  await expect(page.locator(':focus').getByRole('list', { name: 'What changed' })).toBeVisible();
  await keyboard.presses(accept);
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));
  await keyboard.presses(page.getByRole('button', { name: 'Pay', exact: true }));
  await new Checkout(page).seesThanks([gone, swapped]);
});

test('with the keyboard alone, a student accepts the new dates of a moved batch by the emailed link', {
  tag: '@desktop',
}, async ({ account, baseURL, browser, visitor, watch }) => {
  const { page } = visitor;
  const studentId = await signInByApi(page.request, account);
  const batchId = await new BookingApi(page.request).books(moved, studentId);

  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const registrar = await StaffConsole.signsIn(await office.newPage(), 'registrar', watch);
  await registrar.page.goto(`/staff/batches/${batchId}`);
  await registrar.page.getByRole('button', { name: 'Move batch' }).click();
  const dialog = registrar.page.getByRole('dialog', { name: 'Move this batch' });
  const firstDay = await dialog.getByLabel('First day').inputValue();
  await dialog.getByLabel('First day').fill(addDays(firstDay, 7));
  await dialog.getByLabel('Reason').fill('simulator in repair');
  await dialog.getByRole('button', { name: 'Move the batch' }).click();
  await expect(registrar.page.getByText(/^1 of 1 student processed/)).toBeVisible();
  await office.close();

  const keyboard = new KeyboardUser(page);
  await expect.poll(() => readMailedLink(page, account.email)).toMatch(/^\/batch-choice/);
  await page.goto(await readMailedLink(page, account.email));
  await keyboard.arrivesAt('Your booking');
  const confirm = page.getByRole('button', { name: 'Confirm my choice' });
  await expect(confirm).toHaveAccessibleDescription('Choose one of the options to confirm it.');
  const refund = page.getByRole('radio', { name: /^A refund/ });
  const keep = page.getByRole('radio', { name: /^Keep my seat on the new dates/ });
  await keyboard.tabsTo(keep);
  await page.keyboard.press('ArrowUp');
  await keyboard.seesFocusOn(refund);
  await keyboard.presses(confirm);
  await keyboard.escapes(page.getByRole('dialog', { name: 'Cancel this booking?' }), confirm);
  await keyboard.tabsTo(refund, 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(keep).toBeChecked();
  await keyboard.presses(confirm);
  await keyboard.hears('status', /^Your seat is booked/);
  await expect(page.locator(':focus').getByRole('status')).toHaveText(/^Your seat is booked/);
});

import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

// The journey changes the seats of batches, so this file needs a site of its own.
test.use({ academy: 'keyboard-cart-batches' });

const course = 'Elementary First Aid (EFA)';
const pack = 'Security Pack';
/** The courses of the package, in the order in which its card has them. */
const courses = [
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
  'Ship Security Officer (SSO)',
];

test('with the keyboard alone, a student replaces the full batches of a course and of a package in the cart', async ({
  account,
  staff,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const student = new Student(page);
  await student.opensBookOnline('packages');
  const [ofPackage] = await student.choosesEarliestDates(pack, courses);
  await keyboard.presses(student.offerOf(pack).getByRole('button', { name: 'Add Package' }));
  await keyboard.hears('status', 'Item added to cart');
  const ofCourse = await new BookingApi(page.request).addsCourse(course);
  await staff.fillsBatch(ofPackage ?? '');
  await staff.fillsBatch(String(ofCourse));

  await page.goto('/course-booking/details');
  await student.seesCart();
  const confirm = page.getByRole('button', { name: 'Confirm Booking' });
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription('Please update your cart to proceed booking.');
  const packageLine = student.linesInCart(pack);
  const courseLine = student.linesInCart(course);
  await expect(packageLine).toMatchAriaSnapshot(`
    - listitem:
      - heading "${pack}" [level=2]
      - paragraph: One or more included course batch are no longer available. Please update your cart.
      - paragraph:
        - strong: ${courses[0]}
        - text: ": no seats left"
      - combobox "Batch of ${courses[0]}"
      - status: "A package is booked whole: choose another batch, or remove the package."
      - button "Remove package ${pack}"
      - list:
        - listitem:
          - combobox "Batch of ${courses[1]}"
  `);
  await expect(courseLine).toMatchAriaSnapshot(`
    - listitem:
      - heading "${course}" [level=2]
      - paragraph: No seats available for this batch.
      - combobox "Batch of ${course}"
      - status: Choose another batch, or remove the course.
      - button "Remove ${course}"
  `);

  for (const [line, name] of [
    [packageLine, courses[0]],
    [courseLine, course],
  ] as const) {
    await keyboard.tabsTo(line.getByRole('combobox', { name: `Batch of ${name}` }));
    await page.keyboard.press('ArrowDown');
    await keyboard.hears('status', 'Batch changed');
    // The warning with the selector is gone, so the focus is on the line of the cart.
    await expect(line).toBeFocused();
  }
  await expect(confirm).toBeEnabled();
  await keyboard.presses(confirm);
  await keyboard.startsAt('Review Your Order');
});

test('with the keyboard alone, a student whose batches in the cart clash chooses other dates for one of them', async ({
  account,
  visitor,
}) => {
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  const [first] = await new BookingApi(page.request).fillsCartWithClash();
  await page.goto('/course-booking/details');
  await student.seesCart();
  await keyboard.presses(page.getByRole('button', { name: `Choose these dates for ${first}` }));
  await keyboard.hears('status', 'Batch changed');
  await expect(page.getByText(/^These dates clash/)).toHaveCount(0);
  // The note with the button is gone, so the focus is on the batch that the button has chosen.
  await keyboard.seesFocusOn(page.getByRole('combobox', { name: `Batch of ${first}` }));
});

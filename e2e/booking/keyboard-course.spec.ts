import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

const course = 'Elementary First Aid (EFA)';

test('with the keyboard alone, a student finds a course by search, adds the course to the cart and opens the review page', {
  tag: '@wide',
}, async ({ account, visitor }) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const student = new Student(page);
  await page.goto('/departments');
  await keyboard.arrivesAt('Departments');
  await keyboard.presses(page.getByRole('banner').getByRole('link', { name: 'Search' }));
  await keyboard.arrivesAt('Search');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Elementary First Aid');
  await keyboard.hears('status', /results? for “Elementary First Aid”/);
  await keyboard.presses(page.getByRole('main').getByRole('link', { name: course, exact: true }));
  await keyboard.startsAt(course);

  const book = page.getByRole('button', { name: 'Book this course' }).filter({ visible: true }).first();
  await expect(book).toBeVisible();
  await keyboard.presses(book, 'Space');
  await keyboard.hears('status', 'Item added to cart');
  // The button is gone, so the focus is on what replaced it.
  const booked = page.getByRole('region', { name: `Book ${course}` });
  await keyboard.seesFocusOn(booked);
  await keyboard.presses(booked.getByRole('link', { name: /^View cart/ }));
  await keyboard.startsAt('Your cart');
  await student.seesCart();
  await expect(student.linesInCart(course)).toHaveCount(1);
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
  await keyboard.startsAt('Review Your Order');
  const terms = page.getByRole('checkbox', { name: /accept the booking terms/ });
  await keyboard.presses(terms, 'Space');
  await expect(terms).toBeChecked();
  await keyboard.tabsTo(page.getByRole('button', { name: 'Proceed to Payment' }));
});

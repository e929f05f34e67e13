import { countTaps } from '../support/browser/count-taps.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'block' });

const course = 'Elementary First Aid (EFA)';
const pack = 'Security Pack';

test('a student signs in, books and pays for a course with the keyboard alone, and each page puts the focus on its heading', async ({
  account,
  page,
}) => {
  const student = new Student(page);
  const press = async (target: Parameters<Student['tabsTo']>[0], key = 'Enter') => {
    await student.tabsTo(target);
    await page.keyboard.press(key);
  };
  const main = page.getByRole('main');

  await page.goto('/login');
  await student.arrivesAt('Login');
  const taps = await countTaps(page);
  await student.tabsTo(page.getByRole('textbox', { name: 'Email, mobile, INDOS or passport number' }));
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await press(page.getByRole('button', { name: 'Password' }));
  await student.tabsTo(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  const destinations = page.getByRole('dialog', { name: 'Where would you like to go?' });
  await press(destinations.getByRole('link', { name: 'Book Online' }));
  await student.seesOffers();
  await expect(page.getByRole('heading', { level: 1, name: 'Book Online' })).toBeFocused();

  await student.tabsTo(page.getByRole('tab', { name: 'Packages' }));
  await page.keyboard.press('ArrowRight');
  await student.seesOffers();
  await student.tabsTo(page.getByRole('searchbox', { name: /^Search/ }));
  await page.keyboard.type('Elementary First Aid');
  await expect(page.getByRole('status').filter({ hasText: /^1 course$/ })).toBeVisible();
  await press(page.getByRole('combobox', { name: `Batch of ${course}` }), 'ArrowDown');
  await press(student.offerOf(course).getByRole('button', { name: 'Add to cart' }));
  await student.seesToast('Item added to cart');
  await press(
    page
      .getByRole('link', { name: /Go to cart|^Cart/ })
      .filter({ visible: true })
      .first(),
  );
  await student.seesCart();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeFocused();

  await press(main.getByRole('button', { name: 'Confirm Booking' }));
  await student.arrivesAt('Review Your Order');
  const pay = page.getByRole('button', { name: 'Proceed to Payment' });
  await expect(pay).toHaveAccessibleDescription(/You must accept the Terms & Conditions/);
  await press(page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
  await press(pay);
  await press(page.getByRole('button', { name: 'Pay', exact: true }));
  await student.arrivesAt('Thank You');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You' })).toBeFocused();
  await expect(main).toMatchAriaSnapshot(`
    - heading "Thank You" [level=1]
    - article /LF-/:
      - heading /LF-/ [level=2]
    - region "Before your first day":
      - button "Add to calendar"
      - button "Share"
      - button "Print"
      - link "Student profile"
  `);
  expect(taps()).toBe(0);
});

test('a student chooses the dates of a package and adds it to the cart with the keyboard alone', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const student = new Student(page);
  const keyboard = new KeyboardUser(page);
  const offer = student.offerOf(pack);
  const batches = offer.getByRole('combobox', { name: /^Batch of/ });
  await student.opensBookOnline('packages');
  await keyboard.tabsTo(page.getByRole('searchbox', { name: 'Search packages' }));
  await page.keyboard.type(pack);
  await keyboard.hears('status', /^\d packages?$/);

  await keyboard.presses(offer.getByRole('button', { name: 'Select 2 More Course(s)' }));
  await keyboard.seesFocusOn(batches.first());
  await page.keyboard.press('ArrowDown');
  await expect(offer.getByText('1 of 2 selected')).toBeVisible();
  await keyboard.presses(offer.getByRole('button', { name: 'Select 1 More Course(s)' }));
  await keyboard.hears('alert', 'Please select batches for all courses');
  await keyboard.seesFocusOn(batches.last());
  await expect(batches.last()).toHaveAccessibleDescription(/Please select batches for all courses/);
  await page.keyboard.press('ArrowDown');
  await expect(offer.getByText('2 of 2 selected')).toBeVisible();

  const earliest = offer.getByRole('button', { name: `Choose the earliest dates that fit for ${pack}` });
  await keyboard.tabsTo(earliest, 'Shift+Tab');
  await page.keyboard.press('Space');
  await keyboard.hears('status', /^All dates chosen:/);
  await keyboard.seesFocusOn(earliest);
  await keyboard.presses(offer.getByRole('button', { name: 'Add Package' }));
  await keyboard.hears('status', 'Item added to cart');
  await keyboard.seesFocusOn(offer.getByRole('link', { name: /^View cart/ }));
  await page.keyboard.press('Enter');
  await student.seesCart();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeFocused();
  await expect(student.linesInCart(pack)).toHaveCount(1);
});

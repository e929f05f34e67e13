import { findInBrowserStorage } from '../support/browser/browser-storage.ts';
import type { NetworkProxy } from '../support/browser/network-proxy.ts';
import { Checkout } from '../support/screens/checkout.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { OfflineLibrary } from '../support/screens/offline-library.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });

const course = 'Personal Survival Techniques (PST)';

/** Adds a course without a connection. It is in the cart once the connection is back. */
async function addsOffline(keyboard: KeyboardUser, network: NetworkProxy): Promise<void> {
  const { page } = keyboard;
  const student = new Student(page);
  const offer = student.offerOf(course);
  await network.cut();
  await keyboard.tabsTo(page.getByRole('combobox', { name: `Batch of ${course}` }));
  await page.keyboard.press('ArrowDown');
  await keyboard.presses(offer.getByRole('button', { name: 'Add to cart' }));
  await student.seesItWaiting(course);
  await expect(offer.getByRole('button', { name: 'Waiting for connection' })).toBeFocused();
  await expect(page.getByRole('region', { name: '1 change waiting' })).toMatchAriaSnapshot(`
    - region "1 change waiting":
      - heading "1 change waiting" [level=2]
      - button "Try now"
      - list:
        - listitem:
          - paragraph: ${course}
          - paragraph: Will be sent when you are back online.
          - button "Discard"
  `);
  await network.restore();
  const link = offer.getByRole('link', { name: /^View cart/ });
  await expect(link).toBeFocused({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await student.seesCart();
}

/** Loses the connection when placing the order, and resumes the checkout from Home. */
async function resumesCheckout(keyboard: KeyboardUser, network: NetworkProxy): Promise<void> {
  const { page } = keyboard;
  const checkout = new Checkout(page);
  const signal = (name: string) => page.evaluate((event) => window.dispatchEvent(new Event(event)), name);
  await keyboard.presses(page.getByRole('button', { name: 'Confirm Booking' }));
  await checkout.arrivesAt('Review Your Order');
  await keyboard.presses(page.getByRole('checkbox', { name: /accept the booking terms/ }), 'Space');
  await network.cut();
  await signal('offline');
  await checkout.seesItIsOffline();
  await keyboard.presses(page.getByRole('button', { name: 'Proceed to Payment' }));
  await keyboard.hears('status', 'Waiting for the connection');
  await expect(page.locator(':focus').getByText('Waiting for the connection')).toBeVisible();
  // The checkout is written to IndexedDB after the screen has changed; leaving the page earlier would lose that state.
  const saved = 'waitingAtReview';
  await expect.poll(() => findInBrowserStorage(page, [saved])).toContain(`indexedDB: ${saved}`);

  await page.goto('/');
  await checkout.seesItIsOffline();
  await network.restore();
  await signal('online');
  const notice = page.getByRole('status').filter({ hasText: 'You can continue your booking' });
  await expect(notice).toMatchAriaSnapshot(`
    - status:
      - paragraph: The connection is back. You can continue your booking.
      - link "Continue your booking"
      - button "Not now"
  `);
  await keyboard.presses(notice.getByRole('link', { name: 'Continue your booking' }));
  await keyboard.hears('alert', 'The connection is back. Continue your booking?');
  const question = page.locator(':focus').getByRole('alert');
  await expect(question).toMatchAriaSnapshot(`
    - alert:
      - paragraph: The connection is back. Continue your booking?
      - paragraph: Prices, seats and dates have not changed.
      - button "Continue"
      - button "Back to cart"
  `);
  await keyboard.presses(page.getByRole('button', { name: 'Continue', exact: true }));
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
}

/** Saves the site without pictures, searches the saved courses without a connection, and deletes them again. */
async function savesForTheVoyage(keyboard: KeyboardUser, network: NetworkProxy): Promise<void> {
  const { page } = keyboard;
  const main = page.getByRole('main');
  const library = new OfflineLibrary(page);
  await library.opens();
  const pictures = main.getByRole('checkbox', { name: /^With pictures/ });
  await keyboard.tabsTo(pictures);
  if (await pictures.isChecked()) await page.keyboard.press('Space');
  await keyboard.presses(main.getByRole('button', { name: /^Save \(/ }));
  await library.isComplete();
  await expect(main.locator(':focus').getByText('Everything is on this device.')).toBeVisible();
  await expect(main).toMatchAriaSnapshot(`
    - heading "Save for the voyage" [level=1]
    - status:
      - paragraph: Everything is on this device.
    - region "On this device":
      - heading "On this device" [level=2]
      - term: Courses
    - region "Search saved courses":
      - searchbox "Course, code, category or tag"
  `);
  await network.cut();
  const search = main.getByRole('region', { name: 'Search saved courses' });
  await keyboard.types(search.getByRole('searchbox', { name: 'Course, code, category or tag' }), 'first aid');
  await keyboard.types(search.getByRole('textbox', { name: 'Maximum duration in days' }), '2');
  await keyboard.hears('status', /^1 course$/);
  await expect(search).toMatchAriaSnapshot(`
    - region "Search saved courses":
      - heading "Search saved courses" [level=2]
      - searchbox "Course, code, category or tag": first aid
      - textbox "Maximum duration in days": "2"
      - textbox "Maximum fee in rupees"
      - status: 1 course
      - list:
        - listitem:
          - link "Elementary First Aid (EFA)"
  `);
  await network.restore();
  const opener = main.getByRole('button', { name: 'Delete from this device' });
  const deletion = page.getByRole('dialog', { name: 'Delete saved content?' });
  await keyboard.presses(opener, 'Enter', 'Shift+Tab');
  await keyboard.seesFocusOn(deletion.locator('[data-autofocus]'));
  await keyboard.findsItAccessible();
  await page.keyboard.press('Escape');
  await expect(deletion).toHaveCount(0);
  await keyboard.seesFocusOn(opener);
  await page.keyboard.press('Enter');
  await keyboard.presses(deletion.getByRole('button', { name: 'Delete', exact: true }));
  await library.isEmpty();
  await expect(deletion).toHaveCount(0);
  await expect(main.locator(':focus').getByRole('button', { name: /^Save \(/ })).toBeVisible();
}

test('with the keyboard alone, a student adds a course offline, resumes a checkout and saves the site for offline use', async ({
  account,
  network,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.isServedByWorker();
  const keyboard = new KeyboardUser(student.page);
  await addsOffline(keyboard, network);
  await resumesCheckout(keyboard, network);
  await savesForTheVoyage(keyboard, network);
});

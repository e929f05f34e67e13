import { FormAuthor } from '../support/screens/form-author.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import type { Student } from '../support/screens/student.ts';
import type { Visitor } from '../support/screens/visitor.ts';
import { loadChangedContent } from '../support/site/changed-content.ts';
import type { StudentAccount } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// One journey changes a price, so this file needs a site of its own.
test.use({
  academy: 'keyboard-outbox',
  serviceWorkers: 'allow',
  baseURL: ({ network }, use) => use(network.origin),
});
test.describe.configure({ mode: 'default' });
test.beforeEach(({ watch }) => watch.expects(/net::ERR_|Failed to load resource/));

const course = 'Personal Survival Techniques (PST)';

/** Opens the courses on Book Online and stores them for offline use. */
async function opensCourses(visitor: Visitor, account: StudentAccount): Promise<Student> {
  const student = await visitor.signsInByApi(account);
  await student.opensBookOnline('individual');
  await student.isServedByWorker();
  await student.page.waitForLoadState('networkidle');
  return student;
}

/** Adds the course with the batch that is chosen or, if none is, with the first one. The add waits in the outbox. */
async function addsOffline(student: Student): Promise<void> {
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  await keyboard.presses(page.getByRole('combobox', { name: `Batch of ${course}` }), 'ArrowDown');
  await keyboard.presses(student.offerOf(course).getByRole('button', { name: 'Add to cart' }));
  await student.seesItWaiting(course);
}

test('with the keyboard alone, a student discards a course in the outbox, adds it again, sends it and sees its changed price in the cart', async ({
  account,
  network,
  site,
  visitor,
}) => {
  const student = await opensCourses(visitor, account);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  const changes = page.getByRole('region', { name: '1 change waiting' });
  await network.cut();
  await addsOffline(student);

  const discard = changes.getByRole('button', { name: 'Discard' });
  await expect(discard).toHaveAccessibleDescription(course);
  await keyboard.tabsTo(discard, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Discard this change?' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Discard this change?":
      - heading "Discard this change?" [level=2]
      - button "Close"
      - paragraph: ${course}
      - paragraph: /will not be sent/
      - button "Discard"
      - button "Keep it"
  `);
  await keyboard.seesFocusOn(dialog.getByRole('button', { name: 'Keep it' }));
  await keyboard.escapes(dialog, discard);
  await page.keyboard.press('Enter');
  await keyboard.presses(dialog.getByRole('button', { name: 'Discard' }), 'Enter', 'Shift+Tab');
  await expect(changes).toHaveCount(0);
  // The list with the button is gone, so the focus is on the content of the page.
  await expect(page.getByRole('main')).toBeFocused();

  await addsOffline(student);
  await loadChangedContent(site, 'courses/pst.json', (content: { total_fee: number; actual_fee: number }) => {
    Object.assign(content, { total_fee: 2700, actual_fee: 2700 });
  });
  await network.restore();
  await keyboard.tabsTo(changes.getByRole('button', { name: 'Try now' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(changes).toHaveCount(0);
  // The list with the button is gone again.
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/course-booking/details');
  await student.seesItInCart(course);
  await expect(student.linesInCart(course)).toMatchAriaSnapshot(`
    - listitem:
      - heading "${course}" [level=2]
      - combobox "Batch of ${course}"
      - paragraph: It was ₹2,596.00 when you added it.
      - button "Remove ${course}"
  `);
});

test('with the keyboard alone, a visitor writes an enquiry offline and discards it', async ({ network, page }) => {
  const visitor = new KeyboardUser(page);
  const nila = new FormAuthor(page);
  await nila.opens('/contact-us?subject=course', /./);
  await visitor.isServedByWorker();
  await network.cut();
  const typed = { Name: 'Nila Thomas', Email: 'nila.thomas@example.com', Message: 'When does the next course start?' };
  for (const [label, text] of Object.entries(typed)) await visitor.types(nila.field(label), text);
  await visitor.presses(page.getByRole('button', { name: 'Send message' }));
  await nila.isQueued('Enquiry (course)');
  await visitor.hears('status', 'Saved. It will be sent when the connection is back.');
  await expect(nila.waiting).toMatchAriaSnapshot(`
    - region "1 change waiting":
      - heading "1 change waiting" [level=2]
      - button "Try now"
      - list:
        - listitem:
          - paragraph: Enquiry (course)
          - paragraph: /^Will be sent when/
          - button "Discard"
  `);
  const dialog = page.getByRole('dialog', { name: 'Discard this change?' });
  await visitor.presses(nila.waiting.getByRole('button', { name: 'Discard' }), 'Enter', 'Shift+Tab');
  await expect(dialog).toContainText('Your text will be deleted from this device.');
  await visitor.presses(dialog.getByRole('button', { name: 'Discard' }), 'Enter', 'Shift+Tab');
  await expect(nila.waiting).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('with the keyboard alone, a student with an unsent change is warned before logging out, and then logs out offline', async ({
  account,
  network,
  visitor,
}) => {
  const student = await opensCourses(visitor, account);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  await network.cut();
  await addsOffline(student);
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Account' });
  await keyboard.tabsTo(menu.getByRole('button', { name: account.name }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const logOut = menu.getByRole('button', { name: 'Log out' });
  await keyboard.presses(logOut);
  const dialog = page.getByRole('dialog', { name: 'You have 1 unsent change' });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "You have 1 unsent change":
      - heading "You have 1 unsent change" [level=2]
      - button "Close"
      - paragraph: Logging out deletes your data from this device. Unsent changes would be lost.
      - button "Send first"
      - button "Discard and log out"
  `);
  await keyboard.seesFocusOn(dialog.getByRole('button', { name: 'Send first' }));
  await keyboard.escapes(dialog, logOut);
  await page.keyboard.press('Enter');
  await keyboard.presses(dialog.getByRole('button', { name: 'Discard and log out' }));
  await keyboard.hears('status', 'You are logged out on this device.');
  await expect(page).toHaveURL(/\/$/);
  await keyboard.startsAt(/./);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

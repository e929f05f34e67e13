import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

// The journey changes the seats of a batch, so this file needs a site of its own.
test.use({ academy: 'keyboard-waiting-list' });

const course = 'Elementary First Aid (EFA)';

test('a student joins the waiting list of a full batch and leaves it again with the keyboard alone', async ({
  account,
  visitor,
  staff,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const student = new Student(page);
  await student.opensBookOnline('individual');
  const options = student.offerOf(course).getByRole('combobox').locator('option');
  await staff.fillsBatch((await options.nth(1).getAttribute('value')) ?? '');
  await student.opensBookOnline('individual');

  await keyboard.presses(student.offerOf(course).getByText(/^Waiting list for/));
  const dates = page.getByRole('list', { name: `Full dates of ${course}` });
  await keyboard.presses(dates.getByRole('button', { name: /^Join waiting list/ }).first());
  await expect(dates.getByText('You are on the waiting list, place 1.')).toBeFocused();
  await expect(dates).toMatchAriaSnapshot(`
      - list "Full dates of ${course}":
        - listitem:
          - status: /You are on the waiting list, place 1/
    `);

  await page.goto('/profile?tab=courses');
  const entries = page.getByRole('region', { name: 'Waiting lists' });
  const leave = entries.getByRole('button', { name: /^Leave the list/ });
  const dialog = page.getByRole('dialog', { name: 'Leave this waiting list?' });
  await keyboard.presses(leave);
  await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Leave this waiting list?":
        - heading "Leave this waiting list?" [level=2]
        - button "Close"
        - paragraph: /you lose your place/
        - button "Leave the list"
        - button "Cancel"
    `);
  await keyboard.seesFocusOn(dialog.getByRole('button', { name: 'Cancel' }));
  await keyboard.findsItAccessible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await keyboard.seesFocusOn(leave);
  await page.keyboard.press('Enter');
  await keyboard.presses(dialog.getByRole('button', { name: 'Leave the list' }));
  await keyboard.hears('status', 'You left the waiting list.');
  await expect(dialog).toHaveCount(0);
  await expect(entries.getByRole('heading', { level: 2, name: 'Waiting lists' })).toBeFocused();
});

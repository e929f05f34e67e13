import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

// The journeys change the seats of batches, so this file needs a site of its own.
test.use({ academy: 'keyboard-waiting-list' });

const course = 'Elementary First Aid (EFA)';
const pack = 'Security Pack';
/** The courses of the package, in the order in which its card has them. */
const courses = [
  'Security Training for Seafarers with Designated Security Duties (STSDSD)',
  'Ship Security Officer (SSO)',
];

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

test('a student joins the waiting list for full dates of a package with the keyboard alone', async ({
  account,
  visitor,
  staff,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const student = new Student(page);
  await student.opensBookOnline('packages');
  const batchIds = await student.choosesEarliestDates(pack, courses);
  await staff.fillsBatch(batchIds[0] ?? '');
  await student.opensBookOnline('packages');
  // Wait for the packages from the server: until then, the page shows those saved on the device, in which the batch
  // still has seats.
  await page.waitForLoadState('networkidle');

  const offer = student.offerOf(pack);
  await keyboard.presses(offer.getByText('Wait for full dates'));
  for (const [index, name] of courses.entries()) {
    await keyboard.hears('status', `${index} of ${courses.length} dates chosen`);
    const batch = offer.getByRole('combobox', { name: `Batch of ${name}, to wait for` });
    await keyboard.tabsTo(batch);
    await keyboard.seesFocusOn(batch);
    for (let step = 0; step < 10 && (await batch.inputValue()) !== batchIds[index]; step += 1)
      await page.keyboard.press('ArrowDown');
  }
  await keyboard.presses(offer.getByRole('button', { name: /^Join waiting list/ }));
  await expect(offer.getByText('You are on the waiting list, place 1.')).toBeFocused();
  await keyboard.findsItAccessible();
});

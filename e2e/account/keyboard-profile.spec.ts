import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { drawPicture, Profile } from '../support/screens/profile.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

/**
 * Adds an experience, removes it, undoes the removal, closes the dialog that offers to discard the changes, and saves.
 */
async function addsExperience(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const profile = new Profile(page);
  await student.presses(profile.editButton);
  await student.escapes(profile.sheet, profile.editButton);
  await page.keyboard.press('Enter');
  await student.tabsTo(profile.form.getByRole('tab', { name: 'Personal' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(profile.form.getByRole('tabpanel', { name: 'Experience' })).toBeVisible();
  const position = profile.form.getByLabel('Position');
  await student.presses(profile.form.getByRole('button', { name: 'Add experience' }));
  await student.seesFocusOn(position);
  await page.keyboard.type('Deck Cadet');
  await student.types(profile.form.getByLabel('Company'), 'Coromandel Bulk Carriers');
  await student.presses(profile.form.getByRole('button', { name: /^Remove/ }));
  await student.seesFocusOn(profile.form.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await student.seesFocusOn(position);
  await page.keyboard.press('Escape');
  await student.seesFocusOn(profile.discardDialog.getByRole('button', { name: 'Keep editing' }));
  await student.escapes(profile.discardDialog, position);
  await student.presses(profile.form.getByRole('button', { name: 'Save' }));
  await student.hears('status', 'Updated Successfully');
  await expect(profile.sheet).toHaveCount(0);
  await student.seesFocusOn(profile.editButton);
}

async function changesPicture(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const add = page.getByRole('button', { name: 'Add picture' });
  const remove = page.getByRole('button', { name: 'Remove picture', exact: true });
  const picture = await drawPicture(page);
  // Listen for the file chooser from the start, because Chromium takes a moment to switch from opening file choosers to
  // reporting them.
  page.once('filechooser', (chooser) => chooser.setFiles(picture));
  await student.presses(add);
  const crop = page.getByRole('dialog', { name: 'Your picture' });
  await expect(crop.locator(':focus')).toHaveCount(1);
  await student.findsItAccessible();
  await student.presses(crop.getByRole('button', { name: /^Use/ }));
  await student.hears('status', 'Updated Successfully');
  await expect(crop).toHaveCount(0);
  await student.seesFocusOn(page.getByRole('button', { name: 'Change picture' }));
  await student.presses(remove);
  const removal = page.getByRole('dialog', { name: 'Remove your picture?' });
  await student.seesFocusOn(removal.getByRole('button', { name: 'Keep it' }));
  await student.escapes(removal, remove);
  await page.keyboard.press('Enter');
  await student.presses(removal.getByRole('button', { name: 'Remove picture' }));
  await expect(removal).toHaveCount(0);
  await student.seesFocusOn(add);
}

async function logsOutOtherDevice(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const logOut = page
    .getByRole('main')
    .getByRole('button', { name: /^Log out (?!all other devices)/ })
    .first();
  const dialog = page.getByRole('dialog', { name: /^Log out/ });
  await student.presses(logOut);
  await student.seesFocusOn(dialog.getByRole('button', { name: 'Cancel' }));
  await student.escapes(dialog, logOut);
  await page.keyboard.press('Enter');
  await student.presses(dialog.getByRole('button', { name: 'Log out' }));
  await student.hears('status', 'Device logged out.');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').locator('ul:focus')).toContainText('This device');
}

test('with the keyboard alone, a student signs in, changes the profile and the picture, and logs out another device', async ({
  account,
  page,
  playwright,
  site,
}) => {
  const other = await playwright.request.newContext({ baseURL: site.url });
  await signInByApi(other, account);
  await other.dispose();
  const student = new KeyboardUser(page);
  await page.goto('/login');
  await student.arrivesAt('Login');
  await student.seesFocusOn(page.getByRole('textbox', { name: 'Email, mobile, INDOS or passport number' }));
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await student.presses(page.getByRole('button', { name: 'Password' }));
  await student.types(page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  const destinations = page.getByRole('dialog', { name: 'Where would you like to go?' });
  await student.presses(destinations.getByRole('link', { name: 'Student Profile' }));
  await student.startsAt('Your profile');
  await addsExperience(student);
  await changesPicture(student);
  await logsOutOtherDevice(student);
});

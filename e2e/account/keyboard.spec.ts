import { makeTextPdf } from '../../tests/support/pdf.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { readCode } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone, a student enters a wrong one-time code, has another code sent and signs in with the new one', async ({
  account,
  page,
}) => {
  const student = new KeyboardUser(page);
  const firstDigit = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await page.clock.install();
  await page.goto('/login');
  await student.arrivesAt('Login');
  await student.seesFocusOn(page.getByRole('textbox', { name: 'Email, mobile, INDOS or passport number' }));
  await page.keyboard.type(account.indos);
  await page.keyboard.press('Enter');
  await student.presses(page.getByRole('button', { name: /^Code by WhatsApp/ }));
  await student.hears('status', `Sent to ********${account.mobile.slice(-4)}`);
  await student.seesFocusOn(firstDigit);

  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await student.hears('alert', 'Enter complete OTP');
  await student.seesFocusOn(page.getByRole('textbox', { name: 'Digit 3 of 6' }));

  const sent = await readCode(page, `91${account.mobile}`);
  await page.keyboard.press('Home');
  await page.keyboard.type(sent === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await student.hears('alert', 'Incorrect OTP');
  await student.seesFocusOn(firstDigit);
  await expect(page.getByRole('main').getByRole('group', { name: 'One-time code, 6 digits' })).toMatchAriaSnapshot(`
    - group "One-time code, 6 digits":
      - textbox "Digit 1 of 6" [active]
      - textbox "Digit 2 of 6"
      - textbox "Digit 3 of 6"
      - textbox "Digit 4 of 6"
      - textbox "Digit 5 of 6"
      - textbox "Digit 6 of 6"
  `);

  await page.clock.fastForward('00:31');
  await student.presses(page.getByRole('button', { name: 'Resend code', exact: true }), 'Space');
  await student.hears('status', 'OTP Resent via WhatsApp');
  await student.seesFocusOn(firstDigit);
  await page.keyboard.type(await readCode(page, `91${account.mobile}`));
  await page.keyboard.press('Enter');
  const destinations = page.getByRole('dialog', { name: 'Where would you like to go?' });
  await student.tabsTo(destinations.getByRole('link', { name: 'Book Online' }));
  await student.seesWholeOutlineOf(destinations.getByRole('link').first());
  await page.keyboard.press('Enter');
  await student.arrivesAt('Book Online');
});

test('a student uploads, previews and deletes a document with the keyboard alone', async ({ account, visitor }) => {
  const { page } = await visitor.signsInByApi(account);
  const student = new KeyboardUser(page);
  const main = page.getByRole('main');
  const buffer = makeTextPdf(['Passport of Tara Pillai', 'Visas', 'Stamps']);
  // Listen for the file chooser from the start, because Chromium takes a moment to switch from opening file choosers to
  // reporting them.
  page.once('filechooser', (chooser) =>
    chooser.setFiles({ name: 'my_passport.pdf', mimeType: 'application/pdf', buffer }),
  );
  await page.goto('/profile?tab=documents');
  await student.arrivesAt('Your profile');

  const opener = main.getByRole('button', { name: 'Upload document' });
  await student.presses(opener);
  const upload = page.getByRole('dialog', { name: 'Upload a document' });
  await expect(upload.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(upload).toHaveCount(0);
  await student.seesFocusOn(opener);

  await page.keyboard.press('Enter');
  const file = upload.getByLabel('Choose a PDF');
  await student.presses(upload.getByRole('button', { name: 'Upload' }));
  await student.hears('alert', 'Please fill all required fields');
  await student.seesFocusOn(file);
  await expect(file).toHaveAccessibleDescription(/Please fill all required fields/);
  await page.keyboard.press('Space');
  await student.seesFocusOn(upload.getByLabel('my_passport.pdf'));
  await student.presses(upload.getByRole('combobox', { name: 'Category' }), 'ArrowDown');
  await expect(upload.getByRole('textbox', { name: 'Name' })).toHaveValue('my passport');
  await student.presses(upload.getByRole('button', { name: 'Upload' }));
  await student.hears('status', 'Document uploaded!');
  await expect(upload).toHaveCount(0);
  await student.seesFocusOn(opener);

  const view = main.getByRole('button', { name: 'View my passport' });
  await student.presses(view);
  const preview = page.getByRole('dialog', { name: 'my passport' });
  await student.seesFocusOn(preview.getByRole('region', { name: 'my passport, page 1 of 3' }));
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('img', { name: 'Page 2 of 3 of my passport' })).toBeVisible();
  const next = preview.getByRole('button', { name: 'Next page' });
  await student.presses(next);
  await expect(preview.getByRole('img', { name: 'Page 3 of 3 of my passport' })).toBeVisible();
  await expect(next).toBeDisabled();
  await student.seesFocusOn(next);
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await student.seesFocusOn(view);

  const remove = main.getByRole('button', { name: 'Delete my passport' });
  const deletion = page.getByRole('dialog', { name: 'Delete my passport?' });
  await student.presses(remove);
  await expect(deletion.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(deletion).toHaveCount(0);
  await student.seesFocusOn(remove);
  await page.keyboard.press('Enter');
  await student.presses(deletion.getByRole('button', { name: 'Delete' }));
  await student.hears('status', 'Document Deleted');
  await expect(main.getByRole('heading', { level: 2, name: 'My Documents' })).toBeFocused();
});

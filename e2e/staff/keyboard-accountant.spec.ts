import { KeyboardStaff } from '../support/screens/keyboard-staff.ts';
import { addOpenTasks, ageStepUp, readPaidOrder } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The demo's accountant can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'keyboard-accountant' });

/** Opens the refunds that are due by the link on Today, and records one as paid by hand. */
async function recordsRefund(accountant: KeyboardStaff): Promise<void> {
  const { page } = accountant;
  await accountant.presses(page.getByRole('link', { name: 'refund to pay by hand' }));
  await accountant.startsAt('Refunds and payments');
  const due = page.getByRole('listitem').filter({ hasText: 'fell ill' });
  const opener = due.getByRole('button', { name: 'Record as paid by hand' });
  const dialog = page.getByRole('dialog', { name: 'Record as paid by hand' });
  const reference = dialog.getByRole('textbox', { name: 'Reference' });
  await expect(due).toMatchAriaSnapshot(`
    - listitem:
      - paragraph: ₹500.00 to Asha Nair
      - text: Failed
      - paragraph:
        - link /^LF-/
      - button "Request again"
      - button "Record as paid by hand"
  `);
  await accountant.presses(opener);
  await accountant.seesFocusOn(reference);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Record as paid by hand":
      - heading "Record as paid by hand" [level=2]
      - button "Close"
      - paragraph: /^Pay ₹500.00 to Asha Nair first/
      - textbox "Reference"
      - textbox "Reason"
      - paragraph: Enter the reference of your payment to the student.
      - button "Record ₹500.00 as paid back" [disabled]
      - button "Close without change"
  `);
  await expect(reference).toHaveAccessibleDescription('The number of the bank transfer, or of the cash voucher');
  await accountant.findsItAccessible();
  await accountant.escapes(dialog, opener);
  await page.keyboard.press('Enter');
  await accountant.seesFocusOn(reference);
  await page.keyboard.type('voucher 17');
  await accountant.types(dialog.getByRole('textbox', { name: 'Reason' }), 'paid in cash');
  await accountant.presses(dialog.getByRole('button', { name: 'Record ₹500.00 as paid back' }));
  await accountant.hears('status', 'Recorded as paid back');
  await expect(dialog).toHaveCount(0);
  await expect(due).toHaveCount(0);
  await accountant.keepsFocus();
}

/** Downloads the refunds, which needs the second factor again. */
async function exportsRefunds(accountant: KeyboardStaff): Promise<void> {
  const { page } = accountant;
  await accountant.opensTab('Exports');
  const file = page.getByRole('combobox', { name: 'File' });
  await accountant.tabsTo(file);
  await page.keyboard.type('Refunds');
  await expect(file).toHaveValue('refunds');
  const download = page.getByRole('button', { name: 'Download' });
  await expect(page.getByRole('tabpanel', { name: 'Exports' })).toMatchAriaSnapshot(`
    - tabpanel "Exports":
      - paragraph: /Each download is recorded in the audit log/
      - combobox "File"
      - textbox "From"
      - textbox "To"
      - button "Download"
  `);
  await accountant.presses(download);
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await accountant.seesFocusOn(dialog.getByLabel('Code from your authenticator app'));
  await accountant.findsItAccessible();
  await accountant.escapes(dialog, download);
  await page.keyboard.press('Enter');
  const [header = [], ...rows] = await accountant.readsCsvDuring(() => accountant.stepsUp(download));
  expect(rows.map((row) => row[header.indexOf('reference')])).toContain('voucher 17');
}

test('an accountant records a refund that is due and exports the refunds with the keyboard alone', {
  tag: '@desktop',
}, async ({ account, page, site, watch }) => {
  await addOpenTasks(site, await readPaidOrder(site), account.mobile);
  const accountant = await KeyboardStaff.signsIn(page, 'accounts', watch);
  await accountant.startsAt(/^Today, /);
  await test.step('the accountant records a refund that is due', () => recordsRefund(accountant));
  await ageStepUp(site);
  await test.step('the accountant exports the refunds', () => exportsRefunds(accountant));
});

import { Authenticator, foreignPasskey } from '../support/browser/authenticator.ts';
import { KeyboardStaff } from '../support/screens/keyboard-staff.ts';
import { StaffInvitation } from '../support/screens/staff-invitation.ts';
import { ageStepUp, readPaidOrder } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The journey cancels a booking of a demo student, so this file has its own site.
test.use({ academy: 'staff-passkey' });

const email = 'asmi.rao@example.com';
const password = 'Foremast#2027';

test('an invited accountant sets up a passkey, signs in and confirms a refund with it, and any other passkey is refused', {
  tag: '@desktop',
}, async ({ page, site, staff, watch }) => {
  const invitation = new StaffInvitation(page);
  const accountant = new KeyboardStaff(page);
  const authenticator = await Authenticator.connect(page);
  const order = await readPaidOrder(site);
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
  watch.expects(/status of 40[13]/);

  await test.step('setting up a passkey can be cancelled, loses nothing and then works', async () => {
    await invitation.setsPassword(await staff.invites(email, 'accounts'), password);
    await accountant.tabsTo(page.getByRole('radio', { name: 'Authenticator app' }));
    await page.keyboard.press('ArrowRight');
    const name = page.getByLabel('Name of the device or key');
    await accountant.types(name, 'Office laptop');
    await authenticator.refusesDuring(async () => {
      await page.keyboard.press('Enter');
      await accountant.hears('alert', 'No passkey was created. Please try again, or use an authenticator app.');
    });
    await accountant.seesFocusOn(name);
    await expect(name).toHaveValue('Office laptop');
    await accountant.findsItAccessible();
    await page.keyboard.press('Enter');
    await invitation.storesRecoveryCodes();
    await accountant.startsAt(/^Today, /);
  });

  await test.step('the account page lists the passkey, and the same device cannot have a second one', async () => {
    await page.goto('/staff/account');
    await accountant.startsAt('Your account');
    await expect(page.getByText(/^Passkey “Office laptop”, added .*, never used$/)).toBeVisible();
    const opener = page.getByRole('button', { name: 'Add a passkey' });
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await accountant.presses(opener);
    const name = dialog.getByLabel('Name of the device or key');
    await accountant.types(name, 'Laptop again');
    await page.keyboard.press('Enter');
    await accountant.hears('alert', 'This device or key already has a passkey of your account.');
    await accountant.seesFocusOn(name);
    await expect(name).toHaveValue('Laptop again');
    await accountant.findsItAccessible();
    await accountant.escapes(dialog, opener);
    await expect(page.getByText(/^Passkey “/)).toHaveCount(1);
  });

  const [own] = await authenticator.readsPasskeys();
  if (!own) throw new Error('The authenticator has no passkey');
  const foreign = foreignPasskey(own);
  /**
   * Presses the focused button, which asks for a passkey. Expects this error message, and that the focus returns to the
   * button.
   */
  const isRefused = async (message: string) => {
    await page.keyboard.press('Enter');
    await accountant.hears('alert', message);
    await accountant.seesFocusOn(usePasskey);
  };

  await test.step('signing in with the passkey leads back to the page that was opened; other passkeys are refused', async () => {
    await accountant.opensMenu(page.getByRole('button', { name: 'asmi.rao' }), 'Shift+Tab');
    await accountant.choosesEntry('Sign out');
    await accountant.startsAt('Staff console');
    await page.goto(`/staff/orders/${order}`);
    await accountant.types(page.getByLabel('Email address'), email);
    await accountant.types(page.getByLabel('Password', { exact: true }), password);
    await page.keyboard.press('Enter');
    await accountant.seesFocusOn(usePasskey);
    await accountant.findsItAccessible();
    await authenticator.refusesDuring(() => isRefused('No passkey of your account was used. Please try again.'));
    await authenticator.holdsDuring(foreign, () => isRefused('No passkey of your account was used. Please try again.'));
    // A copy with the id of the passkey but another key: the browser accepts it, the server does not.
    await authenticator.holdsDuring({ ...own, privateKey: foreign.privateKey }, () =>
      isRefused('This passkey was not accepted. Please try again.'),
    );
    await page.keyboard.press('Enter');
    await accountant.startsAt(`Order ${order}`);
  });

  await test.step('the passkey confirms a refund, and the typed reason stays while other passkeys are refused', async () => {
    await ageStepUp(site);
    const opener = page.getByRole('button', { name: 'Cancel booking' });
    const form = page.getByRole('dialog', { name: 'Cancel booking' });
    const reason = form.getByLabel('Reason');
    const submit = form.getByRole('button', { name: /^Cancel and refund ₹/ });
    const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await accountant.presses(opener);
    await accountant.types(reason, 'fell ill');
    await accountant.presses(submit);
    await accountant.seesFocusOn(usePasskey);
    await accountant.findsItAccessible();
    await authenticator.refusesDuring(() => isRefused('No passkey of your account was used. Please try again.'));
    await authenticator.holdsDuring(foreign, () => isRefused('No passkey of your account was used. Please try again.'));
    await accountant.escapes(stepUp, submit);
    await accountant.hears('alert', 'Please confirm that it is you.');
    await expect(reason).toHaveValue('fell ill');
    await page.keyboard.press('Enter');
    await accountant.seesFocusOn(usePasskey);
    await page.keyboard.press('Enter');
    await expect(form).toHaveCount(0);
    await expect(page.getByText(/^Cancelled /)).toBeVisible();
    await expect(page.getByText(/fell ill/).first()).toBeVisible();
  });

  await test.step('the sign-in log says that the passkey was used', async () => {
    await page.goto('/staff/account');
    await expect(page.getByText(/^Passkey “Office laptop”, added .*, last used /)).toBeVisible();
    await expect(page.getByText('Signed in (passkey)')).toBeVisible();
  });
});

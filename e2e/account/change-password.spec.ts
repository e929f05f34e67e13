import { expectAccessible } from '../support/browser/accessibility.ts';
import { Profile } from '../support/screens/profile.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { readMails } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

const newPassword = 'Anchor#2027';

test('a signed-in student changes the password and signs in with the new one', async ({ account, page, watch }) => {
  watch.expects(/403|409/);
  await new SignIn(page).byApi(account);
  const profile = new Profile(page);
  await profile.opens();
  const button = page.getByRole('button', { name: 'Change password' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current password');
  await expect(current).toBeFocused();
  await expectAccessible(page);

  const send = async (typed: string, next: string) => {
    await current.fill(typed);
    await dialog.getByRole('textbox', { name: 'New password', exact: true }).fill(next);
    await dialog.getByLabel('Confirm new password').fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await send('Wrong#2026', newPassword);
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page);
  await send(account.password, 'P@ssw0rd');
  await expect(dialog.getByText('Many people use this password')).toBeVisible();
  await send(account.password, newPassword);
  await profile.seesToast('Password changed. Your other devices were logged out.');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect.poll(async () => (await readMails(page, account.email))[0]?.subject).toBe('Your password was changed');

  await page.context().clearCookies();
  await page.goto('/login');
  await new SignIn(page).byPassword({ ...account, password: newPassword });
});

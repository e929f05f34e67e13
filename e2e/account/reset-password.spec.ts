import { PasswordReset } from '../support/screens/password-reset.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { readMails } from '../support/site/sandbox-outbox.ts';
import { dev } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const newPassword = 'Anchor#2027';
const devsEmail = dev.email ?? '';

test('a student resets a forgotten password by email and signs in with the new one', async ({
  account,
  page,
  watch,
}) => {
  watch.expects(/401|404|409|429/);
  const { email } = account;
  const reset = new PasswordReset(page);
  await reset.isRefusedALink('nobody@example.com', 'User not found. Please check your email address.');
  await reset.requestsLink(email);
  await reset.isRefusedALink(email, 'Reset link has been sent alraedy. Try after sometimes.');

  const link = await reset.opensMailedLink(email);
  await page.reload();
  await reset.seesForm();
  await reset.fills(email, 'anchor', 'anchor');
  await reset.submitsByEnter();
  await reset.seesMessage('Please meet all password requirements.');
  await reset.fills('dev.menon@example.com', newPassword);
  await reset.submitsByEnter();
  await reset.seesMessage('Invalid email.');
  await reset.fills(email, account.password);
  await reset.submitsByEnter();
  await reset.seesMessage('New password cannot be same as old password.');
  await reset.fills(email, newPassword);
  await reset.submitsByEnter();
  await reset.isUpdated();
  await new SignIn(page).byPassword({ ...account, password: newPassword });
  await expect.poll(async () => (await readMails(page, email))[0]?.subject).toBe('Your password was changed');

  await page.goto(link);
  await reset.isSentHome();
});

test('a student with the default password sets a new password by an emailed link and signs in with the new password', async ({
  page,
  visitor,
}) => {
  await visitor.opensLogin();
  await new SignIn(page).identifiesAs(dev.indos);
  await expect(page.getByRole('button', { name: 'Password' })).toBeDisabled();
  await page.getByRole('link', { name: 'Set Password' }).click();
  const reset = new PasswordReset(page);
  await reset.requestsLink(devsEmail);
  await reset.opensMailedLink(devsEmail);
  await reset.fills(devsEmail, newPassword);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await reset.isUpdated();
  await new SignIn(page).byPassword({ ...dev, password: newPassword });
});

test('an open password reset form is refused after its link was used in another browser', async ({
  account,
  page,
  browser,
  baseURL,
  watch,
}) => {
  watch.expects(/401/);
  const { email } = account;
  const reset = new PasswordReset(page);
  await reset.requestsLink(email);
  const link = await reset.opensMailedLink(email);

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const elsewhere = new PasswordReset(await other.newPage());
  await elsewhere.page.goto(link);
  await elsewhere.seesForm();
  await elsewhere.fills(email, newPassword);
  await elsewhere.submitsByEnter();
  await elsewhere.isUpdated();
  await other.close();

  await reset.fills(email, 'Other#2027');
  await reset.submitsByEnter();
  await reset.seesToast('Unauthorized request');
  await reset.isSentHome();
});

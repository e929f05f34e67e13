import { readMails } from './support/mail-outbox.ts';
import { PasswordReset } from './support/password-reset.ts';
import { registerBehindTheScreen } from './support/registration.ts';
import { SignIn } from './support/sign-in.ts';
import { dev } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

const newPassword = 'Anchor#2027';
const devsEmail = dev.email ?? '';

test('a student who forgot sets a new password and signs in with it', async ({ page, watch }) => {
  watch.expects(/401|404|409|429/);
  const student = await registerBehindTheScreen(page, 'tara.forgot');
  const { email } = student;
  const reset = new PasswordReset(page);
  await reset.isRefusedLink('nobody@example.com', 'User not found. Please check your email address.');
  await reset.asksForLink(email);
  await reset.isRefusedLink(email, 'Reset link has been sent alraedy. Try after sometimes.');

  const link = await reset.opensMailedLink(email);
  await page.reload();
  await reset.seesForm();
  await reset.fills(email, 'anchor', 'anchor');
  await reset.submitsByEnter();
  await reset.isTold('Please meet all password requirements.');
  await reset.fills('dev.menon@example.com', newPassword);
  await reset.submitsByEnter();
  await reset.isTold('Invalid email.');
  await reset.fills(email, student.password);
  await reset.submitsByEnter();
  await reset.isTold('New password cannot be same as old password.');
  await reset.fills(email, newPassword);
  await reset.submitsByEnter();
  await reset.isUpdated();
  await new SignIn(page).byPassword({ ...student, password: newPassword });
  await expect.poll(async () => (await readMails(page, email))[0]?.subject).toBe('Your password was changed');

  await page.goto(link);
  await reset.isSentHome();
});

test('a student with a default password sets one of their own', async ({ page, visitor }) => {
  await visitor.opensLogin();
  await new SignIn(page).identifiesAs(dev.indos);
  await expect(page.getByRole('button', { name: 'Password' })).toBeDisabled();
  await page.getByRole('link', { name: 'Set Password' }).click();
  const reset = new PasswordReset(page);
  await reset.asksForLink(devsEmail);
  await reset.opensMailedLink(devsEmail);
  await reset.fills(devsEmail, newPassword);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await reset.isUpdated();
  await new SignIn(page).byPassword({ ...dev, password: newPassword });
});

test('a link that was used elsewhere ends the form', async ({ page, browser, baseURL, watch }) => {
  watch.expects(/401/);
  const { email } = await registerBehindTheScreen(page, 'tara.elsewhere');
  const reset = new PasswordReset(page);
  await reset.asksForLink(email);
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

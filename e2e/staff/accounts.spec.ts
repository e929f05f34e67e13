import { expectScreenAccessible } from '../support/browser/accessibility.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { StaffInvitation } from '../support/screens/staff-invitation.ts';
import { readMailedLink } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

// The demo's administrator can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'staff-accounts' });

const password = 'Foremast#2027';

test('an administrator invites an editor, who sets up the account, uses a recovery code and is later disabled', async ({
  page,
  browser,
  baseURL,
  viewport,
  watch,
}) => {
  const email = `esha.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const administrator = await StaffConsole.signsIn(page, 'administrator', watch);
  await administrator.arrivesAt(/^Today, /);

  await test.step('an administrator invites an editor, and the staff console says that the invitation was sent by email', async () => {
    await administrator.opens('Staff members');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Esha of the night shift');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Role').selectOption('editor');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await administrator.seesToast('The invitation was sent by email.');
  });

  const context = await browser.newContext({ viewport, ...(baseURL ? { baseURL } : {}) });
  await watch.follow(context);
  const editorPage = await context.newPage();
  const editor = new StaffConsole(editorPage);
  const invitation = new StaffInvitation(editorPage);
  await invitation.setsPassword(await readMailedLink(page, email), password);
  await invitation.setsUpAuthenticatorApp();
  const recoveryCode = await invitation.storesRecoveryCodes();

  await test.step('an editor sees on the staff console only what the role may see, and cannot open the audit log', async () => {
    await editor.arrivesAt(/^Today, /);
    await expect(editorPage.getByRole('region', { name: 'Seats of the coming 30 days' })).toBeVisible();
    await expect(editorPage.getByText('Bookings and revenue')).toHaveCount(0);
    watch.expects(/NotPermitted/);
    await editorPage.goto('/staff/audit');
    await expect(editorPage.getByText('Your role cannot open this page.')).toBeVisible();
  });

  await test.step('signing in to the staff console with a recovery code leads back to the page that was opened', async () => {
    await editorPage.getByRole('button', { name: 'Esha of the night shift' }).click();
    await editorPage.getByRole('menuitem', { name: 'Sign out' }).click();
    await editorPage.getByLabel('Email address').waitFor();
    await editorPage.goto('/staff/account');
    await editorPage.getByLabel('Email address').fill(email);
    await editorPage.getByLabel('Password', { exact: true }).fill(password);
    await editorPage.getByRole('button', { name: 'Sign in' }).click();
    await editorPage.getByRole('button', { name: 'Use a recovery code' }).click();
    await editorPage.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
    await editorPage.getByRole('button', { name: 'Continue' }).click();
    await editor.arrivesAt('Your account');
    await expect(editorPage.getByText('Recovery codes: 9 unused')).toBeVisible();
    await expect(editorPage.getByText('Signed in (recovery code)')).toBeVisible();
  });

  await test.step('a staff member whose account is disabled is signed out at the next request, and the audit log shows the reason', async () => {
    await page.getByRole('button', { name: 'Change the account of Esha of the night shift' }).click();
    await page.getByRole('menuitem', { name: 'Disable account' }).click();
    await page.getByLabel('Reason').fill('Only for the night shift');
    await page.getByRole('button', { name: 'Disable account' }).click();
    await administrator.seesToast('The account is disabled.');
    watch.expects(/status of 401/);
    await editorPage.getByRole('button', { name: 'Create new codes' }).click();
    await editorPage.getByRole('button', { name: 'Replace the codes' }).click();
    await expect(editorPage.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    await administrator.opens('Audit log');
    await expect(page.getByText('Only for the night shift')).toBeVisible();
  });

  await test.step('visitors see when an administrator closes online booking and when it is opened again', async () => {
    await administrator.opens('Undelivered emails');
    await administrator.opens('Settings');
    for (const [state, submit] of [
      ['closed', 'Close online booking'],
      ['open', 'Save settings'],
    ] as const) {
      await page.getByRole('button', { name: 'Change settings' }).click();
      await page.getByRole('switch', { name: 'Online booking is open' }).click();
      await expect(page.getByText(`, ${state} after saving`)).toBeVisible();
      await expectScreenAccessible(page, `console settings ${state}`);
      await page.getByLabel('Reason').fill('Monsoon break');
      await page.getByRole('button', { name: submit }).click();
      await expect(page.getByRole('region', { name: 'Booking' }).getByText(state, { exact: true })).toBeVisible();
      await expect(async () => {
        await editorPage.goto('/course-booking');
        const closed = editorPage.getByText('Online booking is closed at present.');
        await expect(closed).toHaveCount(state === 'closed' ? 1 : 0, { timeout: 2000 });
        await expect(editorPage.getByRole('heading', { level: 1 })).toBeVisible();
      }).toPass();
    }
  });
  await context.close();
});

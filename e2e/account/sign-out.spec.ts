import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { findInBrowserStorage } from '../support/browser/browser-storage.ts';
import { Screen } from '../support/screens/screen.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import type { StudentAccount } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

const shownEmail = (page: Page, { email }: StudentAccount) => page.getByText(email ?? '');

/**
 * Opens the profile and waits until all of it has loaded: a call that arrives after the session has ended would be
 * logged as an error.
 */
async function openProfile(page: Page, account: StudentAccount): Promise<void> {
  await page.goto('/profile');
  await expect(shownEmail(page, account)).toBeVisible();
  await expect(page.getByRole('group', { name: 'What to notify you of' })).toBeVisible();
  await new Screen(page).seesItLoaded();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

test('logging out in one browser tab also logs the student out in another tab', async ({ account, page, context }) => {
  await new SignIn(page).byApi(account);
  await openProfile(page, account);
  const other = await context.newPage();
  await openProfile(other, account);
  await logOut(page);
  await expect(shownEmail(other, account)).toHaveCount(0);
  await expect(
    other.getByText('Login to view your profile').or(other.getByRole('heading', { name: 'Login' })),
  ).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out offline deletes the student’s data from the device, and the session ends once the network is back', async ({
    account,
    page,
    context,
    network,
    watch,
  }) => {
    watch.expects(/net::ERR_|Failed to load resource/);
    await new SignIn(page).byApi(account);
    await openProfile(page, account);
    const other = await context.newPage();
    await openProfile(other, account);
    for (const tab of [page, other]) await new Screen(tab).isServedByWorker();
    const identifiers = [account.email, account.mobile, account.indos];
    expect(await findInBrowserStorage(page, [account.email])).not.toEqual([]);
    await network.cut();
    await logOut(page);
    await expect(shownEmail(other, account)).toHaveCount(0);
    await expect.poll(() => findInBrowserStorage(page, identifiers)).toEqual([]);
    await network.restore();
    const status = () => page.request.get('/api/users/student/sessions').then((response) => response.status());
    await page.goto('/');
    await expect.poll(status).toBe(401);
  });
});

test('a student logs out another device from the profile page', async ({ account, page, browser, network }) => {
  const elsewhere = await browser.newContext({ baseURL: network.origin });
  const other = await elsewhere.newPage();
  await new SignIn(other).byApi(account);
  await new SignIn(page).byApi(account);
  await openProfile(page, account);
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(devices.getByText('This device')).toBeVisible();
  await expectAccessible(page);
  const before = await devices.getByRole('listitem').count();
  await devices
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Log out Chrome/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(before - 1);
  await elsewhere.close();
});

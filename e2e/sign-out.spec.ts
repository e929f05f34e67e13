import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { SignIn } from './support/sign-in.ts';
import { asha } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

const address = (page: Page) => page.getByText('asha.nair@example.com');

async function opensProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(address(page)).toBeVisible();
}

async function logsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** What the browser still holds of the student, in every place that a page can keep something. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const words = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) words.push(request.url);
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(String(name));
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames)
        words.push(
          await new Promise<string>((resolve) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => resolve(JSON.stringify(all.result));
          }),
        );
      database.close();
    }
    return words.join('\n');
  });

test('logging out in one tab logs out in the other', async ({ page, context }) => {
  await new SignIn(page).behindTheScreen(asha);
  await opensProfile(page);
  const other = await context.newPage();
  await opensProfile(other);
  await logsOut(page);
  await expect(address(other)).toHaveCount(0);
  await expect(
    other.getByText('Login to view your profile').or(other.getByRole('heading', { name: 'Login' })),
  ).toBeVisible();
});

test('logging out without a network leaves nothing, in two tabs, and the server hears of it', async ({
  page,
  context,
  network,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource/);
  await new SignIn(page).behindTheScreen(asha);
  await opensProfile(page);
  const other = await context.newPage();
  await opensProfile(other);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await kept(page)).toContain('asha.nair@example.com');
  await network.cut();
  await logsOut(page);
  await expect(address(other)).toHaveCount(0);
  await expect.poll(() => kept(page)).not.toMatch(/asha|9876500001|24EL0001/i);
  await network.restore();
  const status = () => page.request.get('/api/users/student/sessions').then((answer) => answer.status());
  await page.goto('/');
  await expect.poll(status).toBe(401);
});

test('a student logs another device out', async ({ page, browser, network }) => {
  const elsewhere = await browser.newContext({ baseURL: network.origin });
  const other = await elsewhere.newPage();
  await new SignIn(other).behindTheScreen(asha);
  await new SignIn(page).behindTheScreen(asha);
  await opensProfile(page);
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(devices.getByText('This device')).toBeVisible();
  await expectAccessible(page);
  const before = await devices.getByRole('listitem').count();
  await devices
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Log out Chrome/ });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(before - 1);
  await elsewhere.close();
});

import type { Page } from '@playwright/test';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { assignBatchOfToday, storedMarks } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The demo's instructor can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'instructor-roster', serviceWorkers: 'allow', baseURL: ({ network }, use) => use(network.origin) });

/** The number of rosters saved on the device. */
const savedRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('landfall-staff-rosters');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('records').objectStore('records').count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );

test('an instructor opens a roster without a connection, marks attendance, and the server stores each mark once', async ({
  page,
  site,
  network,
  watch,
}) => {
  const batch = await assignBatchOfToday(site);
  const instructor = await StaffConsole.signsIn(page, 'instructor', watch);

  await test.step('the staff console saves today’s roster on the device although the instructor has not opened it', async () => {
    await instructor.opens('Rosters');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => savedRecords(page)).toBeGreaterThan(1);
  });

  await test.step('without a connection, the staff console starts, opens the saved roster and stores attendance marks on the device', async () => {
    watch.expects(/ERR_|Failed to load resource/);
    await network.cut();
    await page.reload();
    await instructor.arrivesAt('Rosters');
    await expect(page.getByText('Saved rosters')).toBeVisible();
    await page.getByRole('link', { name: batch.course }).click();
    await instructor.arrivesAt(batch.course);
    await expect(page.getByText('Saved roster')).toBeVisible();
    await page
      .getByRole('radiogroup', { name: /^Attendance of Asha/ })
      .getByText('Late')
      .click();
    await page.getByRole('button', { name: 'Mark the other 1 present' }).click();
    await expect(page.getByText('2 marks wait on this device')).toBeVisible();
    await page.reload();
    await expect(page.getByText('2 marks wait on this device')).toBeVisible();
    await instructor.findsItAccessible();
  });

  await test.step('once the connection is back, the server has each attendance mark exactly once', async () => {
    await network.restore();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => storedMarks(site, batch.id)).toEqual(['Asha late', 'Dev present']);
    await expect(page.getByText('marks wait on this device')).toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Saved roster')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Late' }).first()).toBeChecked();
    expect(await storedMarks(site, batch.id)).toEqual(['Asha late', 'Dev present']);
  });

  await test.step('signing out of the staff console deletes the saved rosters from the device', async () => {
    await page.getByRole('button', { name: 'Capt. Iqbal Khan' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Email address')).toBeVisible();
    expect(await savedRecords(page)).toBe(0);
  });
});

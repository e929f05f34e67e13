import { StaffConsole } from '../support/screens/staff-console.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { expect, test } from '../support/test.ts';

// The administrator changes the terms of the site, so this file has its own site.
test.use({ academy: 'changed-terms' });

test('an administrator publishes changed terms, a student accepts them, and the staff console shows the acceptance', async ({
  account,
  visitor,
  browser,
  baseURL,
  watch,
}) => {
  const { page: phone } = await visitor.signsInByApi(account);
  const student = new StudentArea(phone);
  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const console = await StaffConsole.signsIn(page, 'administrator', watch);
  const notice = phone.getByText(/^Terms and Conditions changed on/);
  const facts = page.getByRole('main').getByText(/^version .* on /);

  await test.step('a student who has accepted the terms in force is not asked to accept them again', async () => {
    await student.opens('My Courses');
    await expect(notice).toHaveCount(0);
  });

  await test.step('an administrator publishes changed terms and ticks that students must accept them again', async () => {
    await console.opens('Content', 'Courses');
    await page.getByRole('tab', { name: 'Policies', exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: 'Terms and conditions' }).click();
    await console.arrivesAt('Terms and conditions');
    await page.getByLabel('Introduction').fill('Boiler suits are on loan from now on.');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format();
    await page.getByLabel('Takes effect on').fill(today);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByLabel('Reason').fill('the academy lends boiler suits');
    await expect(dialog.getByRole('checkbox', { name: 'Students must accept this version again' })).toBeChecked();
    await console.findsItAccessible();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the student reads the changed terms and accepts them at the end of the text, and the notice about them is gone', async () => {
    await student.opens('My Courses');
    await expect(notice).toBeVisible();
    await student.findsItAccessible();
    await phone.getByRole('link', { name: 'Read the new version' }).click();
    await student.arrivesAt('Terms and Conditions');
    await expect(phone.getByText('Boiler suits are on loan from now on.')).toBeVisible();
    await phone.getByRole('button', { name: 'Accept' }).click();
    await expect(phone.getByText(/^Thank you\. You have accepted the new version/)).toBeFocused();
    await student.opens('My Courses');
    await expect(notice).toHaveCount(0);
  });

  await test.step('the student’s page in the console lists both versions that the student has accepted', async () => {
    await console.opens('Students');
    await page.getByRole('searchbox').fill(account.email);
    await page.getByRole('link', { name: account.email }).click();
    await console.arrivesAt(account.name);
    await expect(facts).toHaveText(/^version \d{4}-\d\d-\d\d on .*; version 2026-04-01 on [^;]*$/);
  });
  await office.close();
});

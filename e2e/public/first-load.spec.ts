import { paths } from '../../contract/pages.ts';
import { firstLoadBudgets, firstLoadBytes } from '../support/browser/first-load.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The data in a page, such as the dates of its next batches, take some hundred bytes more or less from day to day. */
const tolerance = 1024;

// A page that the service worker answers loads nothing from the server.
test.use({ serviceWorkers: 'block' });

for (const [name, path] of [
  ['Home', paths.home],
  ['the courses list', paths.coursesList],
  ['a course’s page', '/course-booking/ecdis-type-specific-training-101'],
] as const)
  test(`the first load of ${name} is within its budget`, async ({ page }) => {
    await page.goto(path);
    expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.publicPage + tolerance);
  });

test('the first load of Book Online and its first press are within their budgets', async ({ page, account }) => {
  await new SignIn(page).byApi(account);
  await page.goto(paths.bookOnline);
  expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.bookOnline + tolerance);

  const add = page.getByRole('button', { name: /^(Add Package|Select \d+ More Course\(s\))$/ });
  await add.first().click();
  await expect(page.getByRole('tabpanel').locator('details[open]').first()).toBeVisible();
  expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.bookOnlinePressed + tolerance);
});

import { createHash } from 'node:crypto';
import { paths } from '../../contract/pages.ts';
import { firstLoadBudgets, firstLoadBytes } from '../support/browser/first-load.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { expect, test } from '../support/test.ts';

/**
 * By how many bytes a page may exceed its budget: the size of its data, such as the dates of its next batches, differs
 * by some hundred bytes from day to day.
 */
const tolerance = 1024;

// Block service workers, because a page that a service worker serves loads nothing from the server.
test.use({ serviceWorkers: 'block' });

for (const [name, path] of [
  ['Home', paths.home],
  ['the courses list', paths.coursesList],
  ['a course’s page', '/course-booking/ecdis-type-specific-training-101'],
] as const)
  test(`the first load of ${name} transfers no more bytes than its budget allows`, async ({ page }) => {
    await page.goto(path);
    expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.publicPage + tolerance);
  });

test('the first load of Book Online and the first press of one of its buttons transfer no more bytes than their budgets allow', async ({
  page,
  account,
}) => {
  await new SignIn(page).byApi(account);
  await page.goto(paths.bookOnline);
  expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.bookOnline + tolerance);

  const add = page.getByRole('button', { name: /^(Add Package|Select \d+ More Course\(s\))$/ });
  await add.first().click();
  await expect(page.getByRole('tabpanel').locator('details[open]').first()).toBeVisible();
  expect(await firstLoadBytes(page)).toBeLessThanOrEqual(firstLoadBudgets.bookOnlinePressed + tolerance);
});

test('nothing of the staff console is in a student’s pages, in their scripts or in the files that the service worker stores', async ({
  request,
}) => {
  const textOf = async (path: string) => {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    return response.text();
  };
  const worker = await textOf('/sw.js');
  const stored = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => `/${url}`);
  expect(stored.filter((url) => /^\/assets\/.+\.js$/.test(url)).length).toBeGreaterThan(50);
  expect(stored.filter((url) => url.includes('staff'))).toEqual([]);
  const pages = [paths.home, paths.coursesList, '/course-booking/ecdis-type-specific-training-101', paths.profile];
  for (const path of [...pages, ...stored.filter((url) => /\.(html|js|json)$/.test(url))])
    expect.soft(await textOf(path), path).not.toMatch(/\/api\/staff\/|assets\/staff\/|staff-sw/);
  expect(await textOf('/staff')).toContain('/assets/staff/');
});

test('the HTML shells that the server sends for the site and the staff console match the hashes in their service workers', async ({
  request,
}) => {
  const bodyOf = async (path: string) => (await request.get(path)).body();
  for (const [worker, expected] of [
    ['/sw.js', ['/color-scheme.js', '/shell.html']],
    ['/staff-sw.js', ['/color-scheme.js', '/staff']],
  ] as const) {
    const entries = String(await bodyOf(worker)).match(/\{[^{}]*\bsha256-[^{}]*\}/g) ?? [];
    const files = entries.map((entry) => ({
      path: `/${/\burl"?:\W*([\w./-]+)/.exec(entry)?.[1]}`,
      hash: /sha256-([\w+/=]+)/.exec(entry)?.[1],
    }));
    expect(files.map(({ path }) => path).sort(), worker).toEqual(expected);
    for (const { path, hash } of files)
      expect(
        createHash('sha256')
          .update(await bodyOf(path))
          .digest('base64'),
        path,
      ).toBe(hash);
  }
});

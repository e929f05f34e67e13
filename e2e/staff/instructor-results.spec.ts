import { StaffConsole } from '../support/screens/staff-console.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import type { SiteServer } from '../support/site/site-server.ts';
import { endBookedBatch, withDatabase } from '../support/site/student-rows.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's instructor can use each authenticator code only once per site, so this file needs a site of its own.
test.use({
  academy: 'instructor-results',
  serviceWorkers: 'allow',
  baseURL: ({ network }, use) => use(network.origin),
});

const course = 'Elementary First Aid (EFA)';

/** Every result that was ever stored for a student, as the audit log has it. */
function storedResults({ dataDir }: SiteServer, studentId: string): Promise<string[]> {
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query(`select after from audit_entries where command = 'roster results' order by id`);
    const changes: Array<{ student_id: string; result: string; remark: string }> = rows.flatMap(({ after }) => after);
    return changes
      .filter(({ student_id }) => student_id === studentId)
      .map(({ result, remark }) => `${result} ${remark}`.trim());
  });
}

test('an instructor enters results while the connection fails, the server stores each result once, and the student sees the latest result', async ({
  account,
  page,
  browser,
  site,
  network,
  watch,
}) => {
  const home = await browser.newContext({ baseURL: site.url });
  await watch.follow(home);
  const student = new StudentArea(await home.newPage());
  const studentId = await signInByApi(student.page.request, account);
  await new BookingApi(student.page.request).books(course, studentId);
  await endBookedBatch(site, account.mobile);
  const instructor = await StaffConsole.signsIn(page, 'instructor', watch);
  const result = page.getByLabel(`Result of ${account.name}`);
  watch.expects(/ERR_|Failed to load resource/);

  await test.step('without a connection, a saved roster shows no field for results and says that results need a connection', async () => {
    await instructor.opens('Rosters');
    await page.getByRole('region', { name: 'Ended in the last 30 days' }).getByRole('link', { name: course }).click();
    await instructor.arrivesAt(course);
    await expect(result).toHaveValue('');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await network.cut();
    await page.reload();
    await instructor.arrivesAt(course);
    await expect(page.getByText('results and certificates need a connection')).toBeVisible();
    await expect(result).toHaveCount(0);
    await instructor.findsItAccessible();
    await network.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(result).toHaveValue('');
  });

  await test.step('a result whose response was lost is stored once, although the instructor enters it again', async () => {
    network.failCalls(['after', 'after']);
    await result.selectOption('Passed');
    await instructor.seesToast('The result was not saved. Please try again.');
    await network.restore();
    await expect(result).toHaveValue('');
    await result.selectOption('Passed');
    await expect(result).toHaveValue('passed');
    expect(await storedResults(site, studentId)).toEqual(['passed']);
  });

  await test.step('a result with a remark whose response was lost stays in its dialog, and is stored once', async () => {
    await page.getByRole('button', { name: `More for ${account.name}` }).click();
    await page.getByRole('menuitem', { name: 'Result and remark' }).click();
    const dialog = page.getByRole('dialog', { name: `Result of ${account.name}` });
    await dialog.getByLabel('Result').selectOption('Failed');
    await dialog.getByLabel('Remark').fill('Could not do the recovery position');
    network.failCalls(['after', 'after']);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await instructor.findsItAccessible();
    await network.restore();
    await expect(dialog.getByLabel('Remark')).toHaveValue('Could not do the recovery position');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(result).toHaveValue('failed');
    expect(await storedResults(site, studentId)).toEqual(['passed', 'failed Could not do the recovery position']);
  });

  await test.step('My Courses tells the student that the course was not passed, without the remark', async () => {
    await student.opens('My Courses');
    await student.opensWithin('Completed');
    const entry = await student.expandsCourse(course);
    await expect(entry).toContainText('Not completed');
    await expect(entry).toContainText('Not passed');
    await expect(entry).not.toContainText('recovery position');
    await student.findsItAccessible();
  });
  await home.close();
});

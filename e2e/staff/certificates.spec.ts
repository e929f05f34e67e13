import { brokenWords } from '../support/browser/broken-words.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { StudentArea } from '../support/screens/student-area.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { readMails } from '../support/site/sandbox-outbox.ts';
import { ageStepUp, endBookedBatch } from '../support/site/student-rows.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'certificates' });

const course = 'Elementary First Aid (EFA)';

test('a registrar issues and later revokes a certificate, and the student and an employer who checks its number see each step', async ({
  account,
  page: phone,
  browser,
  baseURL,
  site,
  watch,
}) => {
  const studentId = await signInByApi(phone.request, account);
  await new BookingApi(phone.request).books(course, studentId);
  const batch = await endBookedBatch(site, account.mobile);
  const student = new StudentArea(phone);
  const openContext = async () => {
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
    await watch.follow(context);
    return context;
  };
  const office = await openContext();
  const page = await office.newPage();
  const registrar = await StaffConsole.signsIn(page, 'registrar', watch);
  const employer = new Visitor(await (await openContext()).newPage());
  const download = phone.getByRole('main').getByRole('link', { name: /^Download certificate/ });
  let number = '';
  let file = '';

  /** Opens the entry of the course in My Courses, as the student. */
  const seesCourse = async () => {
    await student.opens('My Courses');
    await student.opensWithin('Completed');
    await student.expandsCourse(course);
    await student.findsItAccessible();
  };
  const newestMail = async () => (await readMails(phone, account.email))[0];

  await test.step('a registrar marks the student as present, enters the result and issues the certificate', async () => {
    await page.goto(`/staff/rosters/${batch.id}`);
    await registrar.arrivesAt(course);
    await page
      .getByRole('radiogroup', { name: `Attendance of ${account.name}` })
      .getByText('Present')
      .click();
    await page.getByLabel(`Result of ${account.name}`).selectOption('Passed');
    await page.getByRole('button', { name: 'Issue 1 certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Issue 1 certificate' });
    await expect(dialog.getByRole('listitem')).toHaveText([account.name]);
    await registrar.findsItAccessible();
    await dialog.getByRole('button', { name: 'Issue' }).click();
    await registrar.seesToast('The certificates are issued.');
    const shown = page.getByText(/^LFC-\d{4}-\d{6}-[0-9A-F]{10}$/);
    await expect(shown).toBeVisible();
    number = (await shown.textContent()) ?? '';
  });

  await test.step('the student gets an email and downloads the certificate in My Courses', async () => {
    await expect.poll(newestMail, { timeout: 20_000 }).toMatchObject({
      subject: `Your certificate for ${course}`,
      text: expect.stringContaining(number),
    });
    await seesCourse();
    file = (await download.getAttribute('href')) ?? '';
    expect(file).toContain(number);
    expect((await phone.request.get(file)).headers()['content-type']).toBe('application/pdf');
  });

  await test.step('an employer checks the certificate’s number, and sees that it is valid and the student’s shortened name', async () => {
    await employer.page.goto('/certificates');
    await employer.arrivesAt('Check a certificate');
    const whole = /LFC-[\dA-F-]+/g;
    expect(await brokenWords(employer.page.getByText('such as LFC-'), whole)).toEqual([]);
    await employer.page.getByLabel('Certificate number').fill(number.toLowerCase());
    await employer.page.getByRole('button', { name: 'Check' }).click();
    const result = employer.page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('status')).toContainText('This certificate is valid');
    await expect(result).toContainText('Tara P.');
    await expect(result).toContainText(course);
    expect(await brokenWords(result, whole)).toEqual([]);
    await employer.findsItAccessible();
  });

  await test.step('a registrar revokes the certificate with a reason, after using the second factor again', async () => {
    await ageStepUp(site);
    await page.getByRole('button', { name: `More for ${account.name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke certificate' });
    await dialog.getByLabel('Reason').fill('issued to the wrong student');
    await registrar.findsItAccessible();
    watch.expects(/status of 403/);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await registrar.stepsUp();
    await registrar.seesToast('The certificate is revoked.');
    await expect(page.getByText(number)).toHaveCount(0);
    await expect(page.getByLabel(`Result of ${account.name}`)).toBeEnabled();
  });

  await test.step('whoever checks the number of a revoked certificate reads that it is revoked', async () => {
    await employer.page.reload();
    await employer.arrivesAt('Check a certificate');
    await expect(employer.page.getByRole('alert')).toContainText('This certificate has been revoked');
    await expect(employer.page).toHaveURL(new RegExp(number));
    await employer.findsItAccessible();
  });

  await test.step('the student gets an email about the revocation without its reason, and can no longer download the certificate', async () => {
    await expect.poll(newestMail, { timeout: 20_000 }).toMatchObject({
      subject: `Your certificate for ${course} was revoked`,
      text: expect.stringContaining(number),
    });
    const mail = await newestMail();
    expect(mail?.text).toContain('admissions@example.com');
    expect(mail?.text).not.toContain('wrong student');
    await seesCourse();
    await expect(download).toHaveCount(0);
    expect((await phone.request.get(file)).status()).toBe(404);
  });
  await office.close();
});

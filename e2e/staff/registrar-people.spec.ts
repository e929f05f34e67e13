import { addContact, addGrievance } from '../../contract/submissions.ts';
import { Documents, uploadByApi } from '../support/screens/documents.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { callApi } from '../support/site/api-call.ts';
import { readMails } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'registrar-people' });

test('a registrar verifies one document and rejects another, answers an enquiry, and cannot answer an anonymous grievance', {
  tag: '@desktop',
}, async ({ account, visitor, browser, baseURL, watch }) => {
  const student = await visitor.signsInByApi(account);
  for (const name of ['Seaman book', 'Eyesight test']) await uploadByApi(student.page.request, name);
  const enquiry = { name: 'Joy Roy', email: 'joy.roy@example.com', phone: '', subject: 'fees', message: 'How much?' };
  await callApi(student.page.request, addContact, { body: { formData: enquiry } });
  const grievance = { anonymous: true, grievance: 'The mess closes early.' };
  await callApi(student.page.request, addGrievance, { body: { formData: grievance } });

  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const registrar = await StaffConsole.signsIn(page, 'registrar', watch);

  await test.step('a registrar finds a student, adds a note and verifies one of the student’s documents', async () => {
    await registrar.opens('Students');
    await page.getByRole('searchbox').fill(account.email);
    await page.getByRole('link', { name: account.email }).click();
    await registrar.arrivesAt(account.name);
    await page.getByLabel('New note').fill('Called about the eyesight test.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Called about the eyesight test.')).toBeVisible();
    await page.getByRole('link', { name: 'Seaman book' }).click();
    await registrar.arrivesAt('Documents');
    await expect(page.getByRole('img', { name: 'Page 1 of 1 of Seaman book' })).toBeVisible();
    await page.keyboard.press('v');
    await registrar.seesToast('Verified');
  });

  await test.step('a registrar rejects a student’s document and gives the reason', async () => {
    await registrar.opens('Students');
    await page.getByRole('searchbox').fill(account.email);
    await page.getByRole('link', { name: account.email }).click();
    await page.getByRole('link', { name: 'Eyesight test' }).click();
    await expect(page.getByRole('img', { name: 'Page 1 of 1 of Eyesight test' })).toBeVisible();
    await page.keyboard.press('r');
    await page.getByLabel('Why is it rejected?').fill('The stamp of the doctor is missing.');
    await registrar.findsItAccessible();
    await page.getByRole('button', { name: 'Reject and email the student' }).click();
    await registrar.seesToast('Rejected. The student gets an email.');
  });

  await test.step('a registrar answers an enquiry by email, and the email does not contain the internal note', async () => {
    await registrar.opens('Enquiries', 'Enquiries and grievances');
    await page.getByRole('link', { name: /Joy Roy/ }).click();
    await registrar.arrivesAt('Enquiry: fees from Joy Roy');
    await page.getByLabel('Internal note').fill('Price list of 2027 applies.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Internal note by')).toBeVisible();
    await page.getByLabel('Reply').fill('The fee is ₹9,000.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await registrar.seesToast('Reply sent');
    await expect(page.getByLabel('State')).toHaveValue('answered');
    await registrar.findsItAccessible();
    await expect
      .poll(async () => (await readMails(page, enquiry.email)).map(({ text }) => text))
      .toEqual([expect.stringMatching(/^The fee is ₹9,000\.\n\nYou wrote:\n> How much\?$/)]);
  });

  await test.step('a registrar can close an anonymous grievance, but cannot answer it', async () => {
    await registrar.opens('Enquiries', 'Enquiries and grievances');
    await page.getByRole('link', { name: /Anonymous/ }).click();
    await registrar.arrivesAt('Grievance from Anonymous');
    await expect(page.getByText(account.name)).toHaveCount(0);
    await expect(page.getByLabel('Reply')).toHaveCount(0);
    await page.getByLabel('State').selectOption('Closed');
    await expect(page.getByLabel('State')).toHaveValue('closed');
  });

  await test.step('a student sees which of two documents was verified, and why the other was not accepted', async () => {
    const documents = new Documents(student.page);
    await documents.opens();
    await expect(documents.row('Seaman book')).toContainText('Verified by the academy');
    await expect(documents.row('Eyesight test')).toContainText('Not accepted. The stamp of the doctor is missing.');
    await documents.findsItAccessible();
    const [mail] = await readMails(student.page, account.email);
    expect(mail?.subject).toBe('Your document Eyesight test was not accepted');
  });
  await office.close();
});

import { listBookingPage } from '../../contract/booking.ts';
import { joinWaitingList } from '../../contract/waiting-lists.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { callApi } from '../support/site/api-call.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { readMailedLink, readMails } from '../support/site/sandbox-outbox.ts';
import { ageStepUp } from '../support/site/student-rows.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'registrar-week' });

const firstAid = 'Elementary First Aid (EFA)';
const survival = 'Personal Survival Techniques (PST)';
const fire = 'Fire Prevention and Fire Fighting (FPFF)';

test('a registrar sells a course to a new student, moves the booking, removes a student from a waiting list and cancels a batch', {
  tag: '@desktop',
}, async ({ account, visitor, staff, site, browser, baseURL, watch }) => {
  const { request } = visitor.page;
  const studentId = await signInByApi(request, account);
  await new BookingApi(request).books(firstAid, studentId);
  const { data: groups } = listBookingPage.answers[200].parse(
    await callApi(request, listBookingPage, { query: { courseType: 'individual' } }),
  );
  const offers = groups.flatMap(({ courses }) => courses);
  const openBatch = (course: string, place: number) => {
    const offer = offers.find(({ course_name }) => course_name === course);
    const batch = offer?.batches.filter(({ status }) => status === 'open').at(place);
    if (!offer || !batch) throw new Error(`${course} has no open batch at ${place}`);
    return { course_id: offer.id, batch_id: batch.id };
  };
  const full = openBatch(fire, -1);
  await staff.fillsBatch(String(full.batch_id));
  await callApi(request, joinWaitingList, { body: { type: 'course', ...full } });

  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const registrar = await StaffConsole.signsIn(page, 'registrar', watch);
  const main = page.getByRole('main');

  await test.step('a registrar creates a student for a person at the counter, sells a seat and saves the receipt', async () => {
    await registrar.opens('Orders');
    await page.getByRole('link', { name: 'Sell at the office' }).click();
    await registrar.arrivesAt('Sell at the office');
    await page.getByRole('searchbox', { name: 'Student' }).fill('Asha Menon');
    await expect(page.getByText('No student matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Not found? Create a student' }).click();
    const dialog = page.getByRole('dialog', { name: 'New student' });
    await expect(dialog.getByLabel('First name')).toHaveValue('Asha');
    await dialog.getByLabel('Mobile').fill('9650000417');
    await registrar.findsItAccessible();
    await dialog.getByRole('button', { name: 'Create student' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('combobox', { name: 'Course or package' }).fill('Elementary First Aid');
    await page.getByRole('option', { name: /^Elementary First Aid/ }).click();
    await page.getByRole('combobox', { name: 'Batch' }).click();
    await page
      .getByRole('option', { name: /[1-9]\d* free/ })
      .last()
      .click();
    await page.getByRole('checkbox', { name: /accepts the booking terms/ }).check();
    await page.getByLabel('Reason').fill('came to the counter');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    const sold = page.getByRole('status').filter({ hasText: 'Sold. The seat is booked.' });
    const print = sold.getByRole('link', { name: 'Receipt to print (PDF)' });
    expect(await registrar.savesFileBy(print)).toMatch(/\.pdf$/);
    await sold.getByRole('link', { name: /^LF-/ }).click();
    await registrar.arrivesAt(/^Order LF-/);
  });

  await test.step('a registrar moves a booking to a more expensive course, and the paid difference has a second receipt', async () => {
    await main.getByRole('button', { name: `Move ${firstAid}` }).click();
    const move = page.getByRole('dialog', { name: `Move ${firstAid}` });
    await move.getByRole('combobox', { name: 'New batch' }).fill(survival);
    await page
      .getByRole('group', { name: survival })
      .getByRole('option', { name: /[1-9]\d* free/ })
      .last()
      .click();
    await move.getByLabel('Reason').fill('chose the wrong course');
    await move.getByRole('button', { name: 'Move booking' }).click();
    await expect(move).toBeHidden();
    await main.getByRole('button', { name: 'Record payment' }).click();
    const due = page.getByRole('dialog', { name: 'Record payment' });
    await due.getByLabel('Reason').fill('paid in cash');
    await due.getByRole('button', { name: /^Record ₹/ }).click();
    await expect(due).toBeHidden();
    const receipts = main.getByRole('link', { name: /\(PDF\)$/ });
    await expect(receipts).toHaveCount(2);
    const first = await registrar.savesFileBy(receipts.first());
    expect(await registrar.savesFileBy(receipts.last())).not.toBe(first);
  });

  await test.step('a registrar removes a student from a waiting list, and the student gets an email about it', async () => {
    await registrar.opens('Waiting lists');
    await page.getByRole('link', { name: fire }).click();
    await registrar.arrivesAt('Waiting list');
    await page.getByRole('button', { name: `Remove ${account.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove from the list' });
    await dialog.getByLabel('Reason').fill('asked for it by phone');
    await registrar.findsItAccessible();
    await dialog.getByRole('button', { name: 'Remove from the list' }).click();
    await expect(page.getByRole('row', { name: account.name })).toContainText('Ended: removed by staff');
    await expect
      .poll(async () => (await readMails(visitor.page, account.email))[0]?.text, { timeout: 20_000 })
      .toContain(fire);
  });

  await test.step('a batch is cancelled after the staff console has shown its booked students and asked for the second factor', async () => {
    const { batch_id } = openBatch(firstAid, 0);
    await page.goto(`/staff/batches/${batch_id}`);
    await registrar.arrivesAt(/^Elementary First Aid/);
    await ageStepUp(site);
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this batch' });
    await expect(dialog.getByRole('list', { name: 'Booked students' })).toContainText(account.name);
    await registrar.findsItAccessible();
    await dialog.getByLabel('Reason').fill('the pool is closed');
    watch.expects(/status of 403/);
    await dialog.getByRole('button', { name: 'Cancel the batch' }).click();
    await registrar.stepsUp();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 of 1 student processed', { exact: false })).toBeVisible();
  });

  await test.step('the student of a cancelled batch chooses a refund by the emailed link, and the registrar sees the refund', async () => {
    await page.getByRole('button', { name: 'Show the students' }).click();
    const row = page.getByRole('listitem').filter({ hasText: account.name });
    await expect(row).toContainText('Has not chosen yet');
    await expect
      .poll(() => readMailedLink(visitor.page, account.email), { timeout: 20_000 })
      .toMatch(/^\/batch-choice/);
    await visitor.page.goto(await readMailedLink(visitor.page, account.email));
    await visitor.page.getByRole('radio', { name: /^A refund/ }).check();
    await visitor.page.getByRole('button', { name: 'Confirm my choice' }).click();
    await visitor.findsItAccessible();
    await visitor.page.getByRole('button', { name: 'Refund my booking' }).click();
    await expect(visitor.page.getByRole('radio')).toHaveCount(0);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toContainText('Refunded');
  });

  expect(await site.command('seats', 'reconcile')).toBe('no differences\n');
  await office.close();
});

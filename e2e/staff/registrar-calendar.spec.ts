import { addDays, weekdayOf, weekdays } from '../../contract/days.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { readMailedLink } from '../support/site/sandbox-outbox.ts';
import { signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'registrar-calendar' });

/** A course of the demo that has no batches. */
const course = 'LNG Bunkering for Shore and Ship';

/** The Monday that is at least `days` days from now. */
function mondayIn(days: number): string {
  const day = addDays(new Date().toISOString().slice(0, 10), days);
  return addDays(day, (7 - weekdays.indexOf(weekdayOf(day))) % 7);
}

test('a registrar creates a series of batches and moves a booked batch, and the booked student accepts the new dates', {
  tag: '@desktop',
}, async ({ account, visitor, browser, baseURL, isMobile, watch }) => {
  // Expect a refusal: the server refuses dates that make a batch longer than its course until staff accept the length.
  watch.expects(/409.*move\/check/);
  const monday = mondayIn(60);
  const office = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  await watch.follow(office);
  const page = await office.newPage();
  const registrar = await StaffConsole.signsIn(page, 'registrar', watch);

  await test.step('a registrar plans a series of batches on four Mondays, leaves one out and creates three batches', async () => {
    await registrar.opens('Calendar');
    await page.getByRole('link', { name: 'New batches' }).click();
    await registrar.arrivesAt('New batches');
    await page.getByRole('combobox', { name: 'Course' }).fill('LNG');
    await page.getByRole('option', { name: course }).click();
    await page.getByLabel('Repeats').selectOption('by weeks');
    await page.getByLabel('First possible day').fill(monday);
    await page.getByLabel('Last possible day').fill(addDays(monday, 27));
    await page.getByRole('checkbox', { name: 'Monday' }).check();
    await page.getByRole('textbox', { name: 'Seats', exact: true }).fill('12');
    await page
      .getByRole('button', { name: /^Leave out/ })
      .nth(1)
      .click();
    await expect(page.getByText('3 batches, 1 left out.')).toBeVisible();
    await registrar.findsItAccessible();
    await page.getByLabel('Reason').fill('calendar of the new year');
    await page.getByRole('button', { name: 'Create 3 batches' }).click();
    await expect(page.getByText(/^3 batches created/)).toBeInViewport();
  });

  await test.step('a student books the first batch of the new series', async () => {
    const { request } = visitor.page;
    await new BookingApi(request).books(course, await signInByApi(request, account));
  });

  const bar = page.getByRole('link', { name: new RegExp(`^${course}\\W+${Number(monday.slice(8))} `) });

  await page.getByRole('link', { name: 'Show in the calendar' }).click();
  await registrar.arrivesAt('Calendar');

  await test.step('dragging the end of a batch’s bar by a day in the calendar opens the dialog with the new last day', async () => {
    // On a phone, the calendar is a list, in which nothing can be dragged.
    if (isMobile) return;
    const week = await page.getByLabel(`Week from`).filter({ has: bar }).boundingBox();
    const end = await bar.boundingBox();
    if (!week || !end) throw new Error('The calendar does not show the batch');
    const [x, y] = [end.x + end.width - 4, end.y + end.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + week.width / 14, y, { steps: 3 });
    await page.mouse.move(x + week.width / 7, y, { steps: 3 });
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'Move this batch' });
    await expect(dialog.getByLabel('First day')).toHaveValue(monday);
    await expect(dialog.getByLabel('Last day')).toHaveValue(addDays(monday, 3));
    await dialog.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('the registrar finds the booked batch in the calendar and moves it by two days', async () => {
    // Show only this course: in the month view, a week has at most eight rows of batches, so this batch may be left
    // out.
    await page.getByLabel('Course', { exact: true }).selectOption(course);
    await bar.click();
    await registrar.arrivesAt(new RegExp(`^${course}`));
    await page.getByRole('button', { name: 'Move batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move this batch' });
    await dialog.getByLabel('First day').fill(addDays(monday, 2));
    await expect(dialog.getByLabel('Last day')).toHaveValue(addDays(monday, 4));
    await dialog.getByLabel('Reason').fill('simulator in repair');
    await expect(dialog.getByText('1 booked, 0 paying now, 0 without an email address.')).toBeVisible();
    await registrar.findsItAccessible();
    await dialog.getByRole('button', { name: 'Move the batch' }).click();
    await expect(page.getByText(/^1 of 1 student processed/)).toBeVisible();
  });

  await test.step('the student accepts the new dates by the emailed link, and the registrar sees the choice', async () => {
    await page.getByRole('button', { name: 'Show the students' }).click();
    const row = page.getByRole('listitem').filter({ hasText: account.name });
    await expect(row).toContainText('Has not chosen yet');
    await registrar.findsItAccessible();
    await expect.poll(() => readMailedLink(visitor.page, account.email)).toMatch(/^\/batch-choice/);
    await visitor.page.goto(await readMailedLink(visitor.page, account.email));
    await visitor.page.getByRole('radio', { name: /^Keep my seat on the new dates/ }).check();
    await visitor.page.getByRole('button', { name: 'Confirm my choice' }).click();
    await expect(visitor.page.getByText(/^Your seat is booked/)).toBeVisible();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toContainText('Accepted the new dates');
  });
  await office.close();
});

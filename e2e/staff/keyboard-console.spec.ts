import type { Locator } from '@playwright/test';
import { addDays, weekdayOf } from '../../contract/days.ts';
import { KeyboardStaff } from '../support/screens/keyboard-staff.ts';
import { assignBatchOfToday } from '../support/site/student-rows.ts';
import { dev } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// The demo's registrar can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'keyboard-console' });

/** The first Monday that is at least a month from now. */
function comingMonday(day = addDays(new Date().toISOString().slice(0, 10), 30)): string {
  return weekdayOf(day) === 'monday' ? day : comingMonday(addDays(day, 1));
}

async function createsBatch(registrar: KeyboardStaff, day: string): Promise<void> {
  const { page } = registrar;
  await registrar.opens('Calendar');
  await registrar.presses(page.getByRole('link', { name: 'New batches' }));
  await registrar.startsAt('New batches');
  await registrar.choosesFirst(page.getByRole('combobox', { name: 'Course' }), 'LNG', /^LNG Bunkering/);
  await registrar.typesDate(page.getByLabel(/^First day( \*)?$/), day);
  await registrar.types(page.getByRole('textbox', { name: 'Seats', exact: true }), '12');
  const leaveOut = page.getByRole('button', { name: /^Leave out the batch/ });
  await registrar.presses(leaveOut);
  await registrar.seesFocusOn(page.getByRole('button', { name: /^Add the batch/ }));
  await page.keyboard.press('Enter');
  await registrar.seesFocusOn(leaveOut);
  await registrar.presses(page.getByRole('button', { name: /^Change the batch/ }), 'Enter', 'Shift+Tab');
  await registrar.seesFocusOn(page.getByLabel(/^First day of the batch/));
  await registrar.types(page.getByLabel('Reason'), 'calendar of the new year');
  const create = page.getByRole('button', { name: 'Create 1 batch' });
  await expect(create).toBeEnabled();
  await registrar.presses(create);
  await expect(page.locator(':focus').getByText(/^1 batch created/)).toBeVisible();
}

async function movesBatch(registrar: KeyboardStaff, day: string): Promise<void> {
  const { page } = registrar;
  await registrar.presses(page.getByRole('link', { name: 'Open the batch' }));
  await registrar.startsAt(/^LNG Bunkering/);
  const opener = page.getByRole('button', { name: 'Move batch' });
  const dialog = page.getByRole('dialog', { name: 'Move this batch' });
  await registrar.presses(opener);
  await registrar.escapes(dialog, opener);
  await page.keyboard.press('Enter');
  await registrar.typesDate(dialog.getByLabel('First day'), day);
  await registrar.types(dialog.getByLabel('Reason'), 'simulator in repair');
  const submit = dialog.getByRole('button', { name: 'Move the batch' });
  await expect(submit).toBeEnabled();
  await registrar.presses(submit);
  await registrar.hears('status', 'Batch moved');
  await expect(dialog).toHaveCount(0);
  await registrar.seesFocusOn(opener);
  for (const [name, title] of [
    ['Change', 'Change this batch'],
    ['Cancel batch', 'Cancel this batch'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await registrar.presses(button);
    await registrar.escapes(page.getByRole('dialog', { name: title }), button);
  }
}

async function sellsCourse(registrar: KeyboardStaff): Promise<void> {
  const { page } = registrar;
  await registrar.opens('Orders');
  await registrar.presses(page.getByRole('link', { name: 'Sell at the office' }));
  await registrar.startsAt('Sell at the office');
  await registrar.types(page.getByRole('searchbox', { name: 'Student' }), dev.mobile);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Student: ${dev.name}`)).toBeVisible();
  await registrar.seesFocusOn(page.getByRole('button', { name: 'Choose another' }));
  const course = page.getByRole('combobox', { name: 'Course or package' });
  await registrar.choosesFirst(course, 'Elementary First Aid', /^Elementary First Aid/);
  const batch = page.getByRole('combobox', { name: 'Batch' });
  await registrar.presses(batch, 'ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(batch).not.toHaveValue('');
  const terms = page.getByRole('button', { name: 'Read the booking terms' });
  await registrar.presses(page.getByRole('checkbox', { name: /accepts the booking terms/ }), 'Space');
  await registrar.presses(terms);
  await registrar.escapes(page.getByRole('dialog', { name: 'Booking terms' }), terms);
  await registrar.types(page.getByLabel('Reason'), 'came to the counter');
  await registrar.presses(page.getByRole('button', { name: /^Sell for/ }));
  await expect(page.locator(':focus').getByText('Sold. The seat is booked.')).toBeVisible();
  await registrar.presses(page.getByRole('link', { name: /^LF-/ }));
  await registrar.startsAt(/^Order LF-/);
  const cancel = page.getByRole('button', { name: 'Cancel booking' });
  await registrar.presses(cancel);
  await registrar.escapes(page.getByRole('dialog', { name: 'Cancel booking' }), cancel);
}

async function marksRoster(registrar: KeyboardStaff, course: string): Promise<void> {
  const { page } = registrar;
  await registrar.opens('Rosters');
  await registrar.presses(page.getByRole('link', { name: course }).first());
  await registrar.startsAt(course);
  const marks = page.getByRole('radiogroup', { name: /^Attendance of Asha/ }).getByRole('radio');
  await registrar.presses(marks.first(), 'Space');
  await expect(marks.first()).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(marks.nth(1)).toBeChecked();
  await registrar.seesFocusOn(marks.nth(1));
  // Each of the next two buttons is disabled after its first use. The focus must then stay on the page.
  await registrar.presses(page.getByRole('button', { name: /^Mark the other \d+ present/ }), 'Enter', 'Shift+Tab');
  await expect(page.getByRole('button', { name: 'Everybody is marked' })).toBeDisabled();
  await registrar.keepsFocus();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await registrar.presses(undo);
  await registrar.hears('status', /taken back/);
  await registrar.keepsFocus();
  const more = page.getByRole('button', { name: 'More for Asha Nair' });
  await registrar.opensMenu(more);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await registrar.seesFocusOn(more);
  await registrar.opensMenu(more);
  await registrar.choosesEntry('Result and remark');
  await discardsResult(registrar, more);
}

/** Fills in the dialog for a result, closes it by Escape, goes on editing, and then discards what was entered. */
async function discardsResult(registrar: KeyboardStaff, opener: Locator): Promise<void> {
  const { page } = registrar;
  const dialog = page.getByRole('dialog', { name: 'Result of Asha Nair' });
  const remark = dialog.getByRole('textbox', { name: 'Remark' });
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  const stay = question.getByRole('button', { name: 'Keep editing' });
  await registrar.presses(dialog.getByRole('combobox', { name: 'Result' }), 'ArrowDown');
  await registrar.types(remark, 'left early');
  await page.keyboard.press('Escape');
  await registrar.seesFocusOn(stay);
  await registrar.findsItAccessible();
  await registrar.escapes(question, remark);
  await expect(remark).toHaveValue('left early');
  await page.keyboard.press('Escape');
  await registrar.seesFocusOn(stay);
  await registrar.presses(question.getByRole('button', { name: 'Discard' }), 'Enter', 'Shift+Tab');
  await expect(dialog).toHaveCount(0);
  await registrar.seesFocusOn(opener);
}

async function changesDaysOff(registrar: KeyboardStaff): Promise<void> {
  const { page } = registrar;
  await registrar.opens('Calendar');
  await registrar.presses(page.getByRole('link', { name: 'Days off' }));
  await registrar.startsAt('Days off');
  for (const [add, field, remove] of [
    ['Add a holiday', /^Day of holiday/, /^Remove holiday/],
    ['Add a break', /^Name of break/, /^Remove break/],
  ] as const) {
    const removers = page.getByRole('button', { name: remove });
    const count = await removers.count();
    await registrar.presses(page.getByRole('button', { name: add }));
    await registrar.seesFocusOn(page.getByLabel(field).last());
    await registrar.presses(removers.last());
    await expect(removers).toHaveCount(count);
    await registrar.keepsFocus();
  }
  await registrar.presses(page.getByRole('button', { name: 'Add a break' }), 'Enter', 'Shift+Tab');
  await page.keyboard.type('Monsoon');
  const link = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Waiting lists' });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) return;
  await registrar.presses(link, 'Enter', 'Shift+Tab');
  const leaving = page.getByRole('dialog', { name: 'Leave without saving the days off?' });
  await registrar.seesFocusOn(leaving.getByRole('button', { name: 'Stay' }));
  await registrar.findsItAccessible();
  await registrar.escapes(leaving, link);
  await page.keyboard.press('Enter');
  await registrar.presses(leaving.getByRole('button', { name: 'Leave' }));
  await registrar.startsAt('Waiting lists');
}

/** Opens the search of the header and closes it. */
async function searchesEverywhere(registrar: KeyboardStaff): Promise<void> {
  const { page } = registrar;
  const search = page.getByRole('button', { name: 'Search everywhere' });
  await registrar.presses(search, 'Enter', 'Shift+Tab');
  const field = page.getByRole('textbox', { name: 'Search everywhere' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await registrar.seesFocusOn(search);
}

test('a registrar plans and moves a batch, sells a course, marks a roster and changes the days off with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, site, watch }) => {
  const roster = await assignBatchOfToday(site);
  const registrar = await KeyboardStaff.signsIn(page, 'registrar', watch);
  await registrar.startsAt(/^Today, /);
  const monday = comingMonday();
  await test.step('the registrar creates a batch', () => createsBatch(registrar, monday));
  await test.step('the registrar moves the batch by a week', () => movesBatch(registrar, addDays(monday, 7)));
  await test.step('the registrar sells a course at the office', () => sellsCourse(registrar));
  await test.step('the registrar marks a roster', () => marksRoster(registrar, roster.course));
  await test.step('the registrar changes the days off', () => changesDaysOff(registrar));
  await test.step('the registrar searches everywhere', () => searchesEverywhere(registrar));
});

import { KeyboardStaff } from '../support/screens/keyboard-staff.ts';
import type { SiteServer } from '../support/site/site-server.ts';
import { assignBatchOfToday, storedMarks } from '../support/site/student-rows.ts';
import { expect, test } from '../support/test.ts';

// The demo's instructor can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'keyboard-instructor' });

/** Marks one student as late and everybody else as present. */
async function marksAttendance(instructor: KeyboardStaff, site: SiteServer, batchId: number): Promise<void> {
  const { page } = instructor;
  const marks = page.getByRole('radiogroup', { name: 'Attendance of Asha Nair' });
  const others = page.getByRole('button', { name: 'Mark the other 1 present' });
  await expect(marks).toMatchAriaSnapshot(`
    - radiogroup "Attendance of Asha Nair":
      - radio "Present"
      - radio "Late"
      - radio "Absent"
      - radio "Excused"
  `);
  await instructor.presses(marks.getByRole('radio', { name: 'Present' }), 'Space');
  await page.keyboard.press('ArrowRight');
  await expect(marks.getByRole('radio', { name: 'Late' })).toBeChecked();
  await instructor.seesFocusOn(marks.getByRole('radio', { name: 'Late' }));
  await instructor.presses(others, 'Enter', 'Shift+Tab');
  await expect(page.getByRole('button', { name: 'Everybody is marked' })).toBeDisabled();
  await instructor.keepsFocus();
  await expect.poll(() => storedMarks(site, batchId)).toEqual(expect.arrayContaining(['Asha late', 'Dev present']));
  await instructor.findsItAccessible();
}

/** Enters a result in the field of the roster, which saves it at once. */
async function entersResult(instructor: KeyboardStaff): Promise<void> {
  const { page } = instructor;
  const result = page.getByRole('combobox', { name: 'Result of Dev Menon' });
  await instructor.tabsTo(result);
  await page.keyboard.type('Passed');
  await expect(result).toHaveValue('passed');
  await expect(result).toBeEnabled();
  await instructor.seesFocusOn(result);
}

/** Enters a result with a remark in the dialog that the menu of a student opens. */
async function entersRemark(instructor: KeyboardStaff): Promise<void> {
  const { page } = instructor;
  const opener = page.getByRole('button', { name: 'More for Asha Nair' });
  const dialog = page.getByRole('dialog', { name: 'Result of Asha Nair' });
  const result = dialog.getByRole('combobox', { name: 'Result' });
  await instructor.opensMenu(opener, 'Shift+Tab');
  await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "More for Asha Nair":
      - menuitem /^Remove the mark of/
      - menuitem "Result and remark"
      - menuitem "Send joining instructions"
  `);
  await instructor.choosesEntry('Result and remark');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Result of Asha Nair":
      - heading "Result of Asha Nair" [level=2]
      - button "Close"
      - combobox "Result":
        - option "No result" [selected]
        - option "Passed"
        - option "Failed"
      - textbox "Remark" [disabled]
      - button "Save"
      - button "Cancel"
  `);
  await instructor.tabsTo(result);
  await page.keyboard.type('Failed');
  await instructor.types(dialog.getByRole('textbox', { name: 'Remark' }), 'left early');
  await instructor.findsItAccessible();
  await instructor.presses(dialog.getByRole('button', { name: 'Save' }));
  await instructor.hears('status', 'The result is saved.');
  await expect(dialog).toHaveCount(0);
  await instructor.seesFocusOn(opener);
  await expect(page.getByRole('combobox', { name: 'Result of Asha Nair' })).toHaveValue('failed');
  await expect(page.getByLabel('Roster', { exact: true }).getByText('left early')).toBeVisible();
}

test('an instructor marks the attendance of a session and enters results with the keyboard alone', {
  tag: '@desktop',
}, async ({ page, site, watch }) => {
  const { id, course } = await assignBatchOfToday(site);
  const instructor = await KeyboardStaff.signsIn(page, 'instructor', watch);
  await instructor.startsAt(/^Today, /);
  const sessions = page.getByRole('region', { name: /^Your sessions/ });
  await instructor.presses(sessions.getByRole('link', { name: course }));
  await instructor.startsAt(course);
  await test.step('the instructor marks the attendance', () => marksAttendance(instructor, site, id));
  await test.step('the instructor enters a result', () => entersResult(instructor));
  await test.step('the instructor enters a result with a remark', () => entersRemark(instructor));
});

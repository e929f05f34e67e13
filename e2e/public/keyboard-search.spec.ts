import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { expect, test } from '../support/test.ts';

test('a visitor searches for a course, filters a course list and compares three courses with the keyboard alone', async ({
  page,
}) => {
  const visitor = new KeyboardUser(page);
  const main = page.getByRole('main');
  await page.goto('/');
  await visitor.arrivesAt(/./);
  await visitor.presses(page.getByRole('link', { name: /^Skip to/ }));
  await expect(main).toBeFocused();
  await visitor.tabsTo(page.getByRole('banner').getByRole('link', { name: 'Search' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await visitor.arrivesAt('Search');
  await expect(main.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('survvial');
  await visitor.hears('status', /results? for “survvial”/);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: /results? for “survvial”/ })).toBeFocused();
  await expect(main).toMatchAriaSnapshot(`
      - heading "Search" [level=1]
      - search:
        - searchbox "Name, code or abbreviation": survvial
        - button "Search"
      - status: /\\d+ results for “survvial”/
      - region /Courses \\(\\d+\\)/:
        - heading /Courses/ [level=2]
        - list:
          - listitem:
            - link "Personal Survival Techniques (PST)"
    `);
  await page.keyboard.press('Tab');
  await visitor.seesFocusOn(main.getByRole('link', { name: 'Personal Survival Techniques (PST)', exact: true }));
  await page.keyboard.press('Enter');
  await visitor.arrivesAt(/Survival/);

  await page.goto('/courses/post-sea-courses');
  await visitor.arrivesAt('Post Sea Courses');
  const form = page.getByRole('form', { name: 'Filter courses' });
  await visitor.presses(form.getByText('Filter and sort'));
  const fee = form.getByRole('combobox', { name: 'Fee', exact: true });
  await visitor.tabsTo(fee);
  await page.keyboard.press('ArrowDown');
  await visitor.hears('status', /of 32 courses/);
  await visitor.seesFocusOn(fee);
  await expect(form).toMatchAriaSnapshot(`
      - searchbox "Search in this category"
      - group:
        - combobox "Duration"
        - combobox "Fee"
        - combobox "Mode"
        - combobox "Sort by"
        - checkbox "Seats available"
    `);
  await visitor.presses(page.getByRole('link', { name: 'Compare Personal Survival Techniques (PST)', exact: true }));
  await visitor.arrivesAt('Compare courses');
  const select = page.getByRole('combobox', { name: 'Add a course' });
  const table = page.getByRole('table', { name: 'Courses side by side' });
  const columns = table.getByRole('columnheader');
  for (const count of [2, 3]) {
    await visitor.tabsTo(select);
    // An arrow key changes the selected course, but only the button adds it to the table.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await visitor.presses(page.getByRole('button', { name: 'Add', exact: true }));
    await expect(columns.getByRole('link', { name: /^Remove/ })).toHaveCount(count);
  }
  // The form is gone, so the focus is on the table.
  await expect(main.locator(':focus').getByRole('table')).toBeVisible();
  await visitor.presses(table.getByRole('link', { name: 'Remove Personal Survival Techniques (PST)' }));
  await expect(columns.getByRole('link', { name: /^Remove/ })).toHaveCount(2);
  await expect(main.locator(':focus').getByRole('table')).toBeVisible();
  await expect(table).toMatchAriaSnapshot(`
      - table "Courses side by side":
        - rowgroup:
          - row:
            - columnheader:
              - link
              - link /Remove/
            - columnheader:
              - link
              - link /Remove/
        - rowgroup:
          - row:
            - rowheader "Category"
            - cell
            - cell
    `);
});

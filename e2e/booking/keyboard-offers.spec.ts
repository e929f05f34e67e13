import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Student } from '../support/screens/student.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone, a student narrows the list of Book Online by a category, a filter and a search that finds nothing', async ({
  account,
  visitor,
}) => {
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  const keyboard = new KeyboardUser(page);
  await student.opensBookOnline('individual');
  const panel = page.getByRole('tabpanel', { name: 'Individual Courses' });
  const chips = panel.getByRole('list', { name: 'Category' });
  await expect(chips).toMatchAriaSnapshot(`
    - list "Category":
      - listitem:
        - link "All"
      - listitem:
        - link "Pre-Sea"
      - listitem:
        - link "Post-Sea"
      - listitem:
        - link "Management"
      - listitem:
        - link "Value-added"
  `);
  const category = chips.getByRole('link', { name: 'Management' });
  await keyboard.presses(category);
  await keyboard.hears('status', /^\d{1,2} courses$/);
  await keyboard.seesFocusOn(category);
  await expect(chips.locator('[aria-current=page]')).toHaveText(['Management']);

  const filter = panel.getByRole('group').filter({ hasText: 'Filter and sort' });
  const opener = filter.getByText('Filter and sort');
  await keyboard.presses(opener);
  await expect(filter).toMatchAriaSnapshot(`
    - group:
      - combobox "Starts by"
      - combobox "Duration"
      - combobox "Seats"
      - combobox "Sort by"
  `);
  const duration = filter.getByRole('combobox', { name: 'Duration' });
  await keyboard.presses(duration, 'ArrowDown');
  await keyboard.seesFocusOn(duration);
  await expect(opener).toHaveText(/^Filter and sort \(1\)/);
  await keyboard.presses(filter.getByRole('button', { name: 'Clear' }));
  // The button Clear is gone, so the focus is on the first field.
  await keyboard.seesFocusOn(filter.getByRole('combobox', { name: 'Starts by' }));

  await keyboard.tabsTo(panel.getByRole('searchbox', { name: 'Search courses' }), 'Shift+Tab');
  await page.keyboard.type('no such course');
  await keyboard.hears('status', '0 courses');
  await expect(panel.getByText('No courses found matching your search')).toBeVisible();
  await keyboard.presses(panel.getByRole('button', { name: 'Show all courses' }));
  // The button is gone, so the focus is on the content of the page.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(chips.locator('[aria-current=page]')).toHaveText(['All']);
});

test('with the keyboard alone, a student learns on a card of Book Online that dates clash and chooses the nearest dates that fit', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const student = new Student(page);
  const [inCart, clashing] = await new BookingApi(page.request).addsOneOfClash();
  await student.opensBookOnline('individual');
  const offer = student.offerOf(clashing.name);
  const batch = offer.getByRole('combobox', { name: `Batch of ${clashing.name}` });
  await keyboard.tabsTo(page.getByRole('searchbox', { name: 'Search courses' }));
  await page.keyboard.type(clashing.name);
  await keyboard.hears('status', /^1 course$/);
  await keyboard.tabsTo(batch);
  for (let step = 0; step < 30 && (await batch.inputValue()) !== String(clashing.batchId); step += 1) {
    await page.keyboard.press('ArrowDown');
    await keyboard.seesFocusOn(batch);
  }
  await keyboard.hears('status', `These dates clash with ${inCart.name}`);
  await expect(offer).toMatchAriaSnapshot(`
    - listitem:
      - heading "${clashing.name}" [level=3]
      - combobox "Batch of ${clashing.name}"
      - status:
        - paragraph: /^These dates clash with .*, which is in your cart\\.$/
        - paragraph: /^Nearest dates that fit:/
        - button "Choose these dates for ${clashing.name}"
      - button "Add to cart"
  `);
  await keyboard.presses(offer.getByRole('button', { name: /^Choose these dates/ }));
  await expect(offer.getByText(/^These dates clash/)).toHaveCount(0);
  // The note with the button is gone, so the focus is on the batch that the button has chosen.
  await keyboard.seesFocusOn(batch);
  await expect(batch).not.toHaveValue(String(clashing.batchId));
  await keyboard.presses(offer.getByRole('button', { name: 'Add to cart' }));
  await keyboard.hears('status', 'Item added to cart');
  await keyboard.seesFocusOn(offer.getByRole('link', { name: /^View cart/ }));
});

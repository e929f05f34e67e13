import { uploadByApi } from '../support/screens/documents.ts';
import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

const currentCourse = 'Diploma in Shipping Management';
const completedCourse = "GMDSS General Operator's Certificate (GOC)";

test('with the keyboard alone, a student opens, searches and reads the courses in My Courses, as a list and as a calendar', async ({
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(asha);
  const keyboard = new KeyboardUser(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await page.goto('/profile');
  await keyboard.arrivesAt('Your profile');
  await keyboard.presses(tab('Profile'), 'ArrowRight');
  await keyboard.seesFocusOn(tab('My Courses'));
  const panel = page.getByRole('region', { name: 'My Courses' });
  await expect(page.getByRole('tablist', { name: 'Student area' })).toMatchAriaSnapshot(`
    - tablist "Student area":
      - tab "Profile"
      - tab "My Courses" [selected]
      - tab "My Wallet"
      - tab "My Orders"
      - tab "Payments"
      - tab "My Documents"
  `);
  await expect(panel).toMatchAriaSnapshot(`
    - region "My Courses":
      - heading "My Courses" [level=2]
      - link "Browse More Courses"
      - navigation "Show as":
        - link "List"
        - link "Calendar"
      - button "Add all to calendar"
      - searchbox "Search your courses"
      - tablist "Your courses":
        - tab "Active" [selected]
        - tab "Completed"
        - tab "Upcoming"
      - tabpanel "Active":
        - list "Courses":
          - listitem:
            - group:
              - heading "${currentCourse}" [level=3]
  `);

  const entry = panel.getByRole('group').filter({ has: page.getByRole('heading', { name: currentCourse }) });
  const receipt = entry.getByRole('link', { name: `View receipt of ${currentCourse}` });
  const summary = entry.locator('summary');
  await expect(receipt).toBeVisible();
  await keyboard.presses(summary);
  await expect(receipt).toBeHidden();
  await keyboard.seesFocusOn(summary);
  await page.keyboard.press('Enter');
  await expect(receipt).toBeVisible();
  await expect(entry).toMatchAriaSnapshot(`
    - group:
      - heading "${currentCourse}" [level=3]
      - term: Dates
      - definition: /\\d{4} – .*\\d{4}/
      - heading "Joining instructions" [level=4]
      - button /Add to calendar.*${currentCourse}/
      - button /Share.*${currentCourse}/
      - link "Course page of ${currentCourse}"
      - link "View receipt of ${currentCourse}"
  `);

  await keyboard.tabsTo(tab('Active'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await keyboard.seesFocusOn(tab('Completed'));
  await keyboard.tabsTo(panel.getByRole('searchbox', { name: 'Search your courses' }), 'Shift+Tab');
  await page.keyboard.type('radio');
  await keyboard.hears('status', /^1 course$/);
  await expect(panel.getByRole('list', { name: 'Courses' })).toMatchAriaSnapshot(`
    - list "Courses":
      - listitem:
        - group:
          - heading "${completedCourse}" [level=3]
  `);

  await keyboard.tabsTo(panel.getByRole('link', { name: 'Calendar' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await keyboard.seesFocusOn(panel.getByRole('link', { name: 'Calendar' }));
  await expect(panel.getByRole('navigation', { name: 'Show as' }).locator('[aria-current=page]')).toHaveText(
    'Calendar',
  );
  const month = panel.getByRole('heading', { level: 3 });
  const before = (await month.textContent()) ?? '';
  const next = panel.getByRole('button', { name: 'Next month' });
  await keyboard.presses(next);
  await expect(month).not.toHaveText(before);
  // The heading is a live region, so a screen reader says which month is shown.
  await expect(month).toHaveAttribute('aria-live', 'polite');
  await keyboard.seesFocusOn(next);
  await expect(panel.getByRole('table', { name: /^Booked courses in/ })).toMatchAriaSnapshot(`
    - table /^Booked courses in [A-Z][a-z]+ \\d{4}/:
      - rowgroup:
        - row:
          - columnheader "Mon"
          - columnheader "Tue"
  `);
});

test('with the keyboard alone, a student reads the orders, the payments, the wallet and a receipt', async ({
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(asha);
  const keyboard = new KeyboardUser(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await page.goto('/profile?tab=wallet');
  await keyboard.arrivesAt('Your profile');
  await expect(page.getByRole('region', { name: 'My Wallet' })).toMatchAriaSnapshot(`
    - region "My Wallet":
      - heading "My Wallet" [level=2]
      - region "Balance":
        - paragraph: Balance
        - paragraph: /₹[\\d,.]+/
      - region "Recharge":
        - heading "Recharge" [level=3]
        - paragraph: Money cannot be added online. You can top up your wallet at the accounts office.
        - textbox "Custom amount" [disabled]
        - button "Add Money" [disabled]
      - heading "Recent transactions" [level=3]
      - table "Recent transactions, newest first":
        - rowgroup:
          - row "Date Description Type Amount Status"
        - rowgroup:
          - row:
            - rowheader /\\d{4}, \\d\\d:\\d\\d/
            - cell
            - cell
            - cell /₹/
            - cell
  `);

  await keyboard.presses(tab('My Wallet'), 'ArrowRight');
  await keyboard.seesFocusOn(tab('My Orders'));
  const orders = page.getByRole('region', { name: 'My Orders' });
  await expect(orders).toMatchAriaSnapshot(`
    - region "My Orders":
      - heading "My Orders" [level=2]
      - link "Book New Course / Package"
      - tablist "Orders":
        - tab "Active Orders" [selected]
        - tab "Order History"
      - tabpanel "Active Orders":
        - status
        - list "Active Orders":
          - listitem:
            - group:
              - heading /^LF-\\d{4}-\\d+$/ [level=3]
              - list /^Booked in LF-/:
                - listitem
              - link /^View confirmation of LF-/
              - link /^View receipt of LF-/
  `);
  await keyboard.presses(tab('Active Orders'), 'ArrowRight');
  await keyboard.seesFocusOn(tab('Order History'));
  await expect(orders.getByRole('list', { name: 'Order History' })).toBeVisible();

  await keyboard.tabsTo(tab('My Orders'), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await keyboard.seesFocusOn(tab('Payments'));
  const payments = page.getByRole('table', { name: 'Payments, newest first' });
  await expect(payments).toMatchAriaSnapshot(`
    - table "Payments, newest first":
      - rowgroup:
        - row "Date Order Method Amount Status Receipt"
      - rowgroup:
        - row:
          - rowheader /\\d{4}, \\d\\d:\\d\\d/
          - cell /LF-\\d{4}-\\d+/
          - cell
          - cell /₹/
          - cell
          - cell:
            - link /^Receipt LFR-/
  `);
  await keyboard.presses(payments.getByRole('link', { name: /^Receipt LFR-/ }).first());
  await keyboard.startsAt('Receipt');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - link "Your bookings"
    - heading "Receipt" [level=1]
    - link "Download PDF"
    - button "Print"
    - article /^Receipt LFR-/:
      - heading /^Receipt LFR-/ [level=2]
      - term: Receipt number
      - definition: /^LFR-/
      - table "Booked courses and what was paid":
        - rowgroup:
          - row "Course and batch Fee"
        - rowgroup:
          - row:
            - rowheader
            - cell /₹/
        - rowgroup:
          - row /^Total paid ₹/
  `);
  await keyboard.tabsTo(page.getByRole('main').getByRole('button', { name: 'Print' }));
  await keyboard.presses(page.getByRole('main').getByRole('link', { name: 'Your bookings' }), 'Enter', 'Shift+Tab');
  await keyboard.startsAt('Your profile');
});

test('with the keyboard alone, a student filters the documents and corrects the expiry date of one', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  for (const name of ['Passport', 'Medical certificate']) await uploadByApi(page.request, name);
  await page.goto('/profile?tab=documents');
  await keyboard.arrivesAt('Your profile');
  const panel = page.getByRole('region', { name: 'My Documents' });
  const tab = (name: string) => panel.getByRole('tab', { name, exact: true });
  await keyboard.presses(tab('All'), 'ArrowRight');
  await keyboard.seesFocusOn(tab('Academic'));
  await expect(panel.getByText('No documents here yet')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await keyboard.seesFocusOn(tab('All'));
  const search = panel.getByRole('searchbox', { name: 'Search by name' });
  await keyboard.tabsTo(search, 'Shift+Tab');
  await page.keyboard.type('passport');
  await keyboard.hears('status', /^1 found$/);
  await keyboard.seesFocusOn(search);
  await expect(panel.getByRole('tabpanel', { name: 'All' })).toMatchAriaSnapshot(`
    - tabpanel "All":
      - status: 1 found
      - list:
        - listitem:
          - heading "Passport" [level=3]
          - paragraph: Waiting to be verified by the academy
          - button "View Passport"
          - link "Download Passport"
          - button "Expiry date of Passport"
          - button "Delete Passport"
  `);

  const opener = panel.getByRole('button', { name: 'Expiry date of Passport' });
  await keyboard.presses(opener);
  const dialog = page.getByRole('dialog', { name: 'Expiry date of Passport' });
  const date = dialog.getByRole('group', { name: 'Expiry date' });
  const day = date.getByRole('textbox', { name: 'Day' });
  await keyboard.seesFocusOn(day);
  await keyboard.escapes(dialog, opener);
  await page.keyboard.press('Enter');
  for (const [name, text] of Object.entries({ Day: '31', Month: '2', Year: '2031' }))
    await keyboard.types(date.getByRole('textbox', { name }), text);
  await page.keyboard.press('Enter');
  await keyboard.hears('alert', /./);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Expiry date of Passport":
      - heading "Expiry date of Passport" [level=2]
      - button "Close"
      - group "Expiry date":
        - textbox "Day" [invalid]
        - textbox "Month" [invalid]
        - textbox "Year" [invalid]
      - alert:
        - paragraph
      - button "Save"
  `);
  await expect(date).toHaveAccessibleDescription(/The last day on which it is valid/);
  await keyboard.tabsTo(day, 'Shift+Tab');
  await keyboard.types(day, '28');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await keyboard.seesFocusOn(opener);
  await expect(panel.getByText('Valid until 28 Feb 2031')).toBeVisible();
});

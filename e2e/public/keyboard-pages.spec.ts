import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone, a visitor opens the menu of Home, follows the link to a course section and switches to the night colours', async ({
  isMobile,
  page,
}) => {
  const visitor = new KeyboardUser(page);
  await page.goto('/');
  await visitor.arrivesAt(/./);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('navigation', { name: 'Main' })).toMatchAriaSnapshot(`
    - navigation "Main":
      - link "Landfall"
  `);
  await expect(banner.getByRole('link', { name: 'Login' })).toBeVisible();
  if (isMobile) {
    const opener = banner.getByRole('button', { name: 'Menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await visitor.presses(opener);
    await visitor.escapes(drawer, opener);
    await page.keyboard.press('Enter');
    await expect(drawer).toMatchAriaSnapshot(`
      - dialog "Menu":
        - link "Login"
        - button "Close menu"
        - link "Search"
        - link "Book Online"
        - navigation "All pages":
          - list:
            - listitem:
              - group: Pre-Sea
            - listitem:
              - group: Post-Sea
    `);
    const entry = drawer.getByRole('group').filter({ hasText: 'Pre-Sea' });
    await visitor.presses(entry.locator('summary'));
    await expect(entry.getByRole('link').first()).toBeVisible();
    await visitor.presses(drawer.getByRole('button', { name: 'Close menu' }), 'Enter', 'Shift+Tab');
    await visitor.seesFocusOn(opener);
  }
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading /./ [level=1]
    - link "Book Online"
    - link "Explore Courses"
    - region "Notices":
      - heading "Notices" [level=2]
      - article /^1 of \\d$/:
        - heading /./ [level=3]
      - button "Previous notice"
      - button "Next notice"
      - button /^Notice 1 of \\d$/
    - region "Explore Our Courses":
      - heading "Explore Our Courses" [level=2]
      - region "Pre-Sea":
        - heading "Pre-Sea" [level=3]
        - list
        - 'link "Explore More : Pre-Sea"'
    - region "From our blog":
      - link "All blogs"
    - region "Events":
      - link "All events"
  `);
  await visitor.presses(page.getByRole('link', { name: 'Explore More : Management' }));
  await visitor.startsAt('Management Courses');

  const display = page.getByRole('group', { name: 'Display' });
  const night = display.getByRole('button', { name: 'Night' });
  await visitor.tabsTo(night, 'Shift+Tab');
  await visitor.seesFocusOn(night);
  await page.keyboard.press('Space');
  await expect(display).toMatchAriaSnapshot(`
    - group "Display":
      - button "Day"
      - button "Night" [pressed]
      - button "Same as device"
  `);
  await visitor.seesFocusOn(night);
});

test('with the keyboard alone, a student opens the user menu, closes it and follows its link to the orders', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  await page.goto('/departments');
  await keyboard.arrivesAt('Departments');
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Account' });
  const opener = menu.getByRole('button', { name: account.name });
  await keyboard.presses(opener);
  await expect(menu).toMatchAriaSnapshot(`
    - navigation "Account":
      - button "${account.name}" [expanded]
      - list "Your account":
        - listitem:
          - link "Student Profile"
        - listitem:
          - link "Book Online"
        - listitem:
          - link "My Orders"
        - listitem:
          - button "Log out"
  `);
  await keyboard.tabsTo(menu.getByRole('link', { name: 'Book Online' }));
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('list')).toBeHidden();
  await keyboard.seesFocusOn(opener);
  await page.keyboard.press('Space');
  await keyboard.presses(menu.getByRole('link', { name: 'My Orders' }));
  await keyboard.startsAt('Your profile');
  await expect(page.getByRole('tab', { name: 'My Orders' })).toHaveAttribute('aria-selected', 'true');
});

test('with the keyboard alone, a visitor reads the fees and batches of a course', async ({ isMobile, page }) => {
  const visitor = new KeyboardUser(page);
  await page.goto('/course-booking/diploma-in-nautical-science-dns-deck-cadet-302');
  await visitor.arrivesAt(/Diploma in Nautical Science/);
  const main = page.getByRole('main');
  await expect(main).toMatchAriaSnapshot(`
    - navigation "Breadcrumb":
      - list:
        - listitem:
          - link "Home"
        - listitem:
          - link "Courses"
        - listitem:
          - link "Pre-Sea"
        - listitem
    - heading /Diploma in Nautical Science/ [level=1]
    - tablist "About this course":
      - tab "Details" [selected]
      - tab "Eligibility"
      - tab "Fees"
      - tab "Admission"
      - tab "Withdrawal"
      - tab "Structure"
      - tab "Career"
    - tabpanel "Details":
      - heading "Details" [level=2]
  `);
  // A wide screen has the price and the batches beside the text, a phone above and below.
  await expect(main.getByRole('complementary', { name: 'Booking' })).toMatchAriaSnapshot(`
    - complementary "Booking":
      - term: Duration
      - definition: 1 year
      - term: Next batch
      - definition:
        - time: /\\d{4}/
      - button "Share"
      - button "Print"
      - link "Compare"
  `);
  await expect(main.getByRole('region', { name: 'Next batches' })).toMatchAriaSnapshot(`
    - region "Next batches":
      - heading "Next batches" [level=2]
      - list:
        - listitem:
          - link /^Book .*\\d{4} – .*\\d{4}$/
  `);
  await visitor.presses(main.getByRole('tab', { name: 'Details' }), 'ArrowRight');
  await page.keyboard.press('ArrowRight');
  await visitor.seesFocusOn(main.getByRole('tab', { name: 'Fees' }));
  await expect(main.getByRole('tabpanel', { name: 'Fees' })).toMatchAriaSnapshot(`
    - tabpanel "Fees":
      - heading "Fees" [level=2]
      - table
  `);
  await visitor.presses(main.getByRole('link', { name: 'Compare' }), 'Enter', isMobile ? 'Shift+Tab' : 'Tab');
  await visitor.startsAt('Compare courses');
});

test('with the keyboard alone, an employer enters no certificate number, then one that the academy has not issued', async ({
  page,
  watch,
}) => {
  watch.expects(/status of 404/);
  const visitor = new KeyboardUser(page);
  const main = page.getByRole('main');
  await page.goto('/certificates');
  await visitor.arrivesAt('Check a certificate');
  const field = main.getByRole('textbox', { name: 'Certificate number' });
  await visitor.presses(main.getByRole('button', { name: 'Check' }));
  await expect(field).toHaveAccessibleDescription(/Enter the number/);
  await visitor.seesFocusOn(field);
  await expect(main).toMatchAriaSnapshot(`
    - textbox "Certificate number" [invalid]
    - paragraph: Enter the number
    - button "Check"
  `);
  await page.keyboard.type('LFC-2027-999999-0000000000');
  await page.keyboard.press('Enter');
  await visitor.hears('alert', 'We have not issued a certificate with this number');
  await visitor.startsAt('Check a certificate');
  await expect(main).toMatchAriaSnapshot(`
    - heading "Check a certificate" [level=1]
    - alert:
      - paragraph: We have not issued a certificate with this number
      - paragraph:
        - text: "Number:"
        - strong: LFC-2027-999999-0000000000
      - paragraph: /Compare it with the certificate, letter by letter/
    - textbox "Check another number"
    - button "Check"
  `);
});

test('with the keyboard alone, a visitor opens an event from the list, adds it to the calendar and shares it', async ({
  page,
}) => {
  const visitor = new KeyboardUser(page);
  const main = page.getByRole('main');
  await page.goto('/events');
  await visitor.arrivesAt('Events');
  const first = main.getByRole('listitem').first();
  await expect(first).toMatchAriaSnapshot(`
    - listitem:
      - paragraph:
        - time: /\\d{4}/
      - heading /./ [level=2]:
        - link
      - list "Tags"
  `);
  const title = (await first.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await visitor.presses(first.getByRole('link', { name: title }));
  await visitor.startsAt(title);
  const download = page.waitForEvent('download');
  await visitor.presses(main.getByRole('button', { name: 'Add to calendar' }));
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  await visitor.seesFocusOn(main.getByRole('button', { name: 'Add to calendar' }));
});

test('with the keyboard alone, a visitor jumps to a section of a policy and reads about a department', async ({
  page,
}) => {
  const visitor = new KeyboardUser(page);
  const main = page.getByRole('main');
  await page.goto('/privacy-policy');
  await visitor.arrivesAt('Privacy Policy');
  const contents = main.getByRole('navigation', { name: 'On this page' });
  await expect(main).toMatchAriaSnapshot(`
    - heading "Privacy Policy" [level=1]
    - paragraph:
      - time: /\\d{4}/
    - navigation "On this page":
      - heading "On this page" [level=2]
      - list:
        - listitem:
          - link /^1\\. /
    - region /^1\\. /:
      - heading /^1\\. / [level=2]
  `);
  await visitor.presses(contents.getByRole('link').last());
  const name = (await contents.getByRole('link').last().textContent()) ?? '';
  await expect(main.getByRole('heading', { level: 2, name })).toBeInViewport();

  await page.goto('/departments');
  await visitor.arrivesAt('Departments');
  await visitor.presses(main.getByRole('link', { name: 'View department : Marine Engineering' }));
  await visitor.startsAt('Marine Engineering');
  const tabs = main.getByRole('tablist').first();
  await visitor.presses(tabs.getByRole('tab').first(), 'ArrowRight');
  const second = tabs.getByRole('tab').nth(1);
  await visitor.seesFocusOn(second);
  await expect(main.getByRole('tabpanel', { name: (await second.textContent()) ?? '' })).toBeVisible();
});

test('with the keyboard alone, a visitor corrects an enquiry and sends it', async ({ page }) => {
  const visitor = new KeyboardUser(page);
  const form = page.getByRole('form', { name: 'Contact form' });
  await page.goto('/contact-us');
  await visitor.arrivesAt(/./);
  await visitor.presses(form.getByRole('button', { name: 'Send message' }));
  await visitor.hears('alert', 'Fill all the required fields');
  await expect(form).toMatchAriaSnapshot(`
    - form "Contact form":
      - alert:
        - paragraph: Fill all the required fields
        - list:
          - listitem:
            - link "Name is required"
      - textbox "Name" [invalid]
      - textbox "Email" [invalid]
      - textbox "Phone (optional)"
      - combobox "Subject" [invalid]
      - textbox "Message" [invalid]
      - button "Send message"
  `);
  const name = form.getByRole('textbox', { name: /^Name/ });
  await visitor.presses(form.getByRole('alert').getByRole('link').first());
  await visitor.seesFocusOn(name);
  await page.keyboard.type('Nila Thomas');
  await visitor.types(form.getByRole('textbox', { name: /^Email/ }), 'nila.thomas@example.com');
  await visitor.presses(form.getByRole('combobox', { name: /^Subject/ }), 'ArrowDown');
  await visitor.types(form.getByRole('textbox', { name: /^Message/ }), 'When does the next course start?');
  const send = form.getByRole('button', { name: 'Send message' });
  await visitor.presses(send);
  await visitor.hears('status', 'Request submitted');
  await expect(form.getByRole('status').filter({ hasText: 'Request submitted' })).toMatchAriaSnapshot(`
    - status:
      - paragraph: Request submitted
      - paragraph: You will be responded within 24hr
      - paragraph:
        - text: Reference number
        - strong: /LFE-/
        - button "Copy number"
  `);
  // The confirmation takes the place of the button, which keeps the focus below it.
  await expect(send).toBeFocused();
});

test('with the keyboard alone, a visitor corrects an anonymous grievance and sends it', async ({ page }) => {
  const visitor = new KeyboardUser(page);
  const form = page.getByRole('form', { name: 'Grievance form' });
  await page.goto('/grievance-form?tab=form');
  await visitor.arrivesAt('Grievance form');
  await visitor.presses(form.getByRole('checkbox', { name: 'Submit anonymously' }), 'Space');
  await visitor.presses(form.getByRole('button', { name: 'Submit Grievance' }));
  await visitor.hears('alert', /1 thing to correct/);
  await expect(form).toMatchAriaSnapshot(`
    - form "Grievance form":
      - alert:
        - paragraph: 1 thing to correct
      - textbox "Grievance" [invalid]
      - checkbox "Submit anonymously" [checked]
      - button "Submit Grievance"
      - button "Reset Form"
  `);
  await visitor.presses(form.getByRole('alert').getByRole('link').first());
  await visitor.seesFocusOn(form.getByRole('textbox', { name: /^Grievance/ }));
  await page.keyboard.type('The mess closes before the evening watch ends.');
  const send = form.getByRole('button', { name: 'Submit Grievance' });
  await visitor.presses(send);
  await visitor.hears('status', /LFE-/);
  await expect(send).toBeFocused();
});

import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Profile } from '../support/screens/profile.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone, a student corrects errors in two tabs of the profile, copies an address and learns of a conflict', async ({
  account,
  visitor,
  watch,
}) => {
  watch.expects(/status of 409/);
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const profile = new Profile(page);
  const { form } = profile;
  await profile.opens();
  await keyboard.presses(profile.editButton);
  await keyboard.types(form.getByLabel('First name'), ' ');
  await keyboard.presses(form.getByRole('tab', { name: 'Personal' }), 'ArrowRight', 'Shift+Tab');
  const permanent = form.getByRole('group', { name: 'Permanent address' });
  await keyboard.types(permanent.getByLabel('City'), 'Chennai');
  await keyboard.types(permanent.getByLabel('Pincode'), '12');
  await keyboard.presses(form.getByRole('button', { name: 'Save' }));
  await keyboard.hears('alert', '2 things to correct');
  await expect(form).toMatchAriaSnapshot(`
    - form "Your details":
      - tablist "Sections of your profile":
        - tab "Personal 1 to correct"
        - tab "Address 1 to correct" [selected]
        - tab "Experience"
      - alert:
        - paragraph: 2 things to correct
        - list:
          - listitem:
            - link "First Name is required"
          - listitem:
            - link "Pincode must be 6 digits"
      - tabpanel "Address 1 to correct":
        - group "Permanent address":
          - textbox "City": Chennai
          - textbox "Pincode" [invalid]: "12"
        - group "Correspondence address":
          - checkbox "Same as permanent address"
          - textbox "City"
          - textbox "Pincode"
      - button "Save"
      - button "Cancel"
  `);
  await keyboard.presses(form.getByRole('link', { name: 'First Name is required' }));
  const firstName = form.getByLabel('First name');
  await keyboard.seesFocusOn(firstName);
  await expect(firstName).toHaveAccessibleDescription(/First Name is required/);
  await page.keyboard.type('Tara');
  await keyboard.types(form.getByLabel('Email'), asha.email ?? '');
  await keyboard.presses(form.getByRole('tab', { name: 'Personal' }), 'ArrowRight', 'Shift+Tab');
  await keyboard.types(permanent.getByLabel('Pincode'), '600013');
  await keyboard.presses(form.getByRole('checkbox', { name: 'Same as permanent address' }), 'Space');
  await expect(form.getByRole('group', { name: 'Correspondence address' }).getByLabel('Pincode')).toHaveValue('600013');

  const save = form.getByRole('button', { name: 'Save' });
  await keyboard.presses(save);
  const conflict = page.getByRole('dialog', { name: 'Conflict' });
  await expect(conflict).toMatchAriaSnapshot(`
    - dialog "Conflict":
      - heading "Conflict" [level=2]
      - button "Close"
      - paragraph: Another user exists with similar data.
      - paragraph: Check your email, mobile, INDOS and passport number. What you typed is still in the form.
      - button "Back to the form"
  `);
  await keyboard.seesFocusOn(conflict.getByRole('button', { name: 'Back to the form' }));
  await page.keyboard.press('Enter');
  await expect(conflict).toHaveCount(0);
  await keyboard.seesFocusOn(save);

  await keyboard.presses(form.getByRole('tab', { name: 'Address' }), 'ArrowLeft', 'Shift+Tab');
  const email = form.getByLabel('Email');
  await keyboard.types(email, account.email);
  // While it was incomplete, the address was an error. The list of errors must not take the focus out of the field.
  await keyboard.seesFocusOn(email);
  await page.keyboard.press('Enter');
  await keyboard.seesToast('Updated Successfully');
  await expect(profile.sheet).toHaveCount(0);
  await keyboard.seesFocusOn(profile.editButton);
});

test('with the keyboard alone, a student turns a kind of notification off, and it stays off', async ({
  account,
  visitor,
}) => {
  const { page } = await visitor.signsInByApi(account);
  const keyboard = new KeyboardUser(page);
  const section = page.getByRole('region', { name: 'Notifications' });
  const refunds = section.getByRole('switch', { name: 'Refunds' });
  await page.goto('/profile');
  await keyboard.tabsTo(refunds);
  await expect(refunds).toHaveAccessibleDescription('A refund was sent to you.');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.keyboard.press('Space');
  await saved;
  await keyboard.seesFocusOn(refunds);
  await page.reload();
  await expect(section).toMatchAriaSnapshot(`
    - region "Notifications":
      - heading "Notifications" [level=2]
      - status: /./
      - group "What to notify you of, on all your devices":
        - switch "Payments" [checked]
        - switch "Refunds" [checked=false]
        - switch "Changes to your bookings" [checked]
        - switch "Documents" [checked]
        - switch "Waiting lists" [checked]
  `);
});

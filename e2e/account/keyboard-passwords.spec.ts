import { KeyboardUser } from '../support/screens/keyboard-user.ts';
import { Registration } from '../support/screens/registration.ts';
import { readMailedLink } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

const email = 'nila.keys@example.com';
const nila = {
  'First name': 'Nila',
  'Last name': 'Thomas',
  Email: email,
  'Mobile number': '9876500081',
  'WhatsApp number': '9876500081',
  Day: '28',
  Month: '2',
  Year: '2005',
  Password: 'Anchor watch 4',
  'Confirm password': 'Anchor watch 4',
};
const newPassword = 'Anchor#2027';

async function register(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const registration = new Registration(page);
  await registration.opens();
  await student.presses(page.getByRole('button', { name: 'Register' }));
  await student.hears('alert', '9 things to correct');
  await expect(page.getByRole('form', { name: 'Your details' })).toMatchAriaSnapshot(`
    - alert:
      - paragraph: 9 things to correct
      - list:
        - listitem:
          - link "First Name is required"
        - listitem
        - listitem
        - listitem
        - listitem
        - listitem
        - listitem
        - listitem
        - listitem:
          - link "You must accept the terms and conditions."
    - textbox "First name" [invalid]
    - group "Date of birth":
      - textbox "Day" [invalid]
      - textbox "Month" [invalid]
      - textbox "Year" [invalid]
    - textbox "Password" [invalid]
    - button "Show password"
    - checkbox "I accept the terms and conditions"
    - button "Register"
  `);
  await student.presses(page.getByRole('link', { name: 'First Name is required' }));
  await student.seesFocusOn(registration.field('First name'));
  for (const [label, text] of Object.entries(nila)) {
    await student.tabsTo(registration.field(label));
    await page.keyboard.type(text);
  }
  await student.presses(page.getByRole('checkbox', { name: /I accept the terms/ }), 'Space');
  await student.presses(page.getByRole('button', { name: 'Register' }));
  await student.hears('status', 'You are registered.');
  await student.arrivesAt('Login');
}

/** Starts on the login page, requests the email with the reset link, opens the link and sets a new password. */
async function resetPassword(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const main = page.getByRole('main');
  await student.presses(page.getByRole('link', { name: 'Forgot password?' }));
  await student.arrivesAt('Reset Your Password');
  await expect(page.getByRole('heading', { level: 1, name: 'Reset Your Password' })).toBeFocused();
  await student.tabsTo(main.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await student.hears('status', 'A reset link is on its way');
  await expect(main.locator(':focus').getByRole('status')).toBeVisible();

  await page.goto(await readMailedLink(page, email));
  await student.arrivesAt('Set a new password');
  const again = main.getByLabel(/^Confirm new password/);
  for (const [field, text] of [
    [main.getByLabel('Email'), email],
    [main.getByLabel(/^New password/), newPassword],
    [again, 'anchor'],
  ] as const) {
    await student.tabsTo(field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(again).toHaveAccessibleDescription(/Passwords do not match/);
  await expect(again).toBeFocused();
  await expect(page.getByRole('form', { name: 'Set a new password' })).toMatchAriaSnapshot(`
    - textbox "Email"
    - textbox "New password"
    - list "Password requirements":
      - listitem: "At least 8 characters : met"
    - status: 5 of 5 password requirements met
    - textbox "Confirm new password" [invalid]
    - paragraph: Passwords do not match.
    - button "Cancel"
    - button "Update Password"
  `);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await student.hears('status', 'Password updated.');
  await student.arrivesAt('Login');
}

async function changePassword(student: KeyboardUser): Promise<void> {
  const { page } = student;
  const opener = page.getByRole('main').getByRole('button', { name: 'Change password' });
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current password');
  await student.presses(opener);
  await expect(current).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await student.seesFocusOn(opener);
  await page.keyboard.press('Enter');
  await expect(current).toBeFocused();
  await page.keyboard.type('Wrong#2026');
  for (const name of [/^New password/, /^Confirm new password/]) {
    await student.tabsTo(dialog.getByRole('textbox', { name }));
    await page.keyboard.type('Lighthouse#12');
  }
  await page.keyboard.press('Enter');
  await expect(current).toHaveAccessibleDescription(/This is not your current password/);
  await expect(current).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await student.hears('status', 'Password changed.');
  await expect(dialog).toHaveCount(0);
  await student.seesFocusOn(opener);
}

test('a new student registers, resets a forgotten password, changes the password and logs out with the keyboard alone', async ({
  page,
  watch,
}) => {
  watch.expects(/status of 403/);
  const student = new KeyboardUser(page);
  const identifier = page.getByRole('textbox', { name: 'Email, mobile, INDOS or passport number' });
  const choosesPassword = async () => {
    await student.seesFocusOn(identifier);
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await student.presses(page.getByRole('button', { name: 'Password' }));
  };
  await register(student);
  await choosesPassword();
  await resetPassword(student);
  await choosesPassword();
  await student.tabsTo(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  const destinations = page.getByRole('dialog', { name: 'Where would you like to go?' });
  await student.presses(destinations.getByRole('link', { name: 'Student Profile' }));
  await student.arrivesAt('Your profile');
  await changePassword(student);

  await student.tabsTo(page.getByRole('main').getByRole('button', { name: 'Logout', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await student.arrivesAt(/./);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

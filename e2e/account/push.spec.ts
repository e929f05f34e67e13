import type { Page } from '@playwright/test';
import { vapid } from '../../tests/support/push-service.ts';
import { givePush, takePush } from '../support/browser/push-browser.ts';
import { Student } from '../support/screens/student.ts';
import { BookingApi } from '../support/site/booking-api.ts';
import { type StudentAccount, signInByApi } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

// Push messages need the service worker, and a site with VAPID keys.
test.use({
  academy: 'push',
  settings: { VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey },
  serviceWorkers: 'allow',
});

const title = 'Get notified on this device';

/** Books a course through the API and opens the confirmation. */
async function booksCourse(page: Page, account: StudentAccount): Promise<Student> {
  const api = new BookingApi(page.request);
  await api.books('Elementary First Aid (EFA)', await signInByApi(page.request, account));
  await page.goto(await api.confirmationPath());
  const student = new Student(page);
  await student.arrivesAt('Thank You');
  return student;
}

async function opensNotifications(page: Page) {
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(section.getByRole('switch')).toHaveCount(5);
  return section;
}

test('a student turns on notifications after a booking, and chooses in the profile which notifications to get', async ({
  account,
  page,
}) => {
  await givePush(page, 'granted');
  const student = await booksCourse(page, account);
  await expect(page.getByText(title)).toBeVisible();
  await student.findsItAccessible();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  const message = page.getByRole('status').filter({ hasText: /^Notifications are on/ });
  await expect(message).toBeFocused();
  await expect(page.getByText(title)).toHaveCount(0);
  await student.findsItAccessible();

  const section = await opensNotifications(page);
  await expect(section.getByRole('status')).toContainText('Notifications are on.');
  const documents = section.getByRole('switch', { name: 'Documents' });
  const switched = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await documents.click();
  await switched;
  await page.reload();
  await expect(documents).not.toBeChecked();
  await expect(section.getByRole('switch', { checked: true })).toHaveCount(4);
  await student.findsItAccessible();

  await section.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(section.getByRole('status')).toContainText('Notifications are off on this device.');
});

test('a student who refuses notifications in the browser’s prompt is not asked again, and sees how to allow them', async ({
  account,
  page,
}) => {
  await givePush(page, 'denied');
  const student = await booksCourse(page, account);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  const message = page.getByRole('status').filter({ hasText: 'Notifications are blocked in your browser.' });
  await expect(message).toBeFocused();
  await student.findsItAccessible();
  const section = await opensNotifications(page);
  await expect(section.getByRole('status')).toContainText('choose Allow for notifications');
  await expect(section.getByRole('button')).toHaveCount(0);
  await student.findsItAccessible();
});

test('in a browser that does not support push messages, the site does not offer notifications, and the profile says why', async ({
  account,
  page,
}) => {
  await takePush(page);
  await booksCourse(page, account);
  await expect(page.getByRole('region', { name: 'Before your first day' }).getByRole('button')).not.toHaveCount(0);
  await expect(page.getByText(title)).toHaveCount(0);
  const section = await opensNotifications(page);
  await expect(section.getByRole('status')).toContainText('This browser cannot show notifications');
  await new Student(page).findsItAccessible();
});

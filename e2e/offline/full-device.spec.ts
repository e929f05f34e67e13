import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { readStorageUse } from '../support/browser/storage-use.ts';
import { FormAuthor } from '../support/screens/form-author.ts';
import { OfflineLibrary } from '../support/screens/offline-library.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow', baseURL: ({ network }, use) => use(network.origin) });

/** Limits what the browser stores for the site to this many bytes. Chromium refuses further writes, as on a full phone. */
async function limitStorage(page: Page, quotaSize: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize });
}

/** Leaves space for this many more bytes. */
async function leaveSpace(page: Page, bytes: number): Promise<void> {
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await limitStorage(page, used + bytes);
}

/**
 * Leaves no space, even if the page deletes something, and waits until the browser refuses to store even a small
 * change: Chromium looks at the space that is left only from time to time.
 */
async function fillDevice(page: Page): Promise<void> {
  await limitStorage(page, 1);
  const isFull = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open('test-of-free-space');
          opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
          opening.onerror = () => resolve(true);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('rows', 'readwrite');
            transaction.objectStore('rows').put('x'.repeat(1000), 'row');
            const end = (isRefused: boolean) => () => {
              opening.result.close();
              resolve(isRefused);
            };
            transaction.oncomplete = end(false);
            transaction.onabort = end(true);
          };
        }),
    );
  await expect.poll(isFull, { timeout: 60_000 }).toBe(true);
}

test('on a full device, the download of the offline library stops and says why, and can continue without pictures once there is space', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.opensHome();
  await visitor.isServedByWorker();
  const library = new OfflineLibrary(page);
  await library.opens();
  await leaveSpace(page, 20_000);
  await library.startsDownload({ pictures: true });
  await library.hasNoSpace();
  await expectAccessible(page);

  await page.getByRole('contentinfo').getByRole('link', { name: 'All courses' }).click();
  await visitor.arrivesAt('All courses');
  await expect(page.getByRole('link', { name: /^View Course/ }).first()).toBeVisible();

  await page.goBack();
  await library.hasNoSpace();
  await leaveSpace(page, 50_000_000);
  await library.continuesWithoutPictures();
  await library.isComplete();
});

test('when a device fills up offline, a course already in the outbox still reaches the cart, and another course can be added once online', async ({
  account,
  context,
  network,
  visitor,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|Quota/);
  const [stored, refused] = ['Personal Survival Techniques (PST)', 'Elementary First Aid (EFA)'];
  const student = await visitor.signsInByApi(account);
  const { page } = student;
  await student.opensBookOnline('individual');
  await student.isServedByWorker();
  await page.waitForLoadState('networkidle');
  const statuses: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/cart/add')) statuses.push(response.status());
  });

  await network.cut();
  await student.addsCourse(stored);
  await student.seesItWaiting(stored);
  await fillDevice(page);
  await student.addsCourse(refused);
  const card = student.offerOf(refused);
  await expect(card.getByRole('alert')).toHaveText(
    'This device is full, so the change was not saved. Free some space, or try again when you are online.',
  );
  await expect(card.getByRole('combobox')).not.toHaveValue('');
  await expect(page.getByRole('region', { name: '1 change waiting' })).toBeVisible();
  await student.findsItAccessible();

  await network.restore();
  // After a long outage, up to 30 seconds pass before the page tries to reach the server again.
  await expect(student.offerOf(stored).getByText('In your cart.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('region', { name: /changes? waiting$/ })).toHaveCount(0);
  await card.getByRole('button', { name: 'Add to cart' }).click();
  await expect(card.getByText('In your cart.')).toBeVisible();
  await student.opensCart();
  await page.reload();
  await student.seesItInCart(stored);
  await student.seesItInCart(refused);
  expect(statuses).toEqual([200, 200]);
  expect((await readStorageUse(page)).outboxRows).toBe(0);
});

test('an enquiry sent offline on a full device stays in the form with an explanation, and can be sent once the device is online', async ({
  network,
  page,
  watch,
}) => {
  watch.expects(/net::ERR_|Failed to load resource|No response from server|Quota/);
  const nila = new FormAuthor(page);
  await nila.opens('/contact-us', /./);
  await nila.isServedByWorker();
  const message = 'Which course suits a cook?';
  await nila.fills({ Name: 'Nila Thomas', Email: 'nila.thomas@example.com', Message: message });
  await nila.field('Subject').selectOption('course');

  await network.cut();
  await fillDevice(page);
  await nila.presses('Send message');
  await nila.seesAlert('This device is full, so your message was not saved. Nothing you typed is lost.');
  await expect(nila.field('Message')).toHaveValue(message);
  await expect(nila.waiting).toHaveCount(0);

  await network.restore();
  await nila.presses('Send message');
  await nila.seesConfirmation('Request submitted', 'You will be responded within 24hr');
  await expect(nila.field('Message')).toHaveValue('');
});

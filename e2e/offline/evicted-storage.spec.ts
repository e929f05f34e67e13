import type { Page } from '@playwright/test';
import { isSoak } from '../support/sample.ts';
import { OfflineLibrary } from '../support/screens/offline-library.ts';
import { Student } from '../support/screens/student.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });
test.beforeEach(({ watch }) =>
  watch.expects(/net::ERR_|Failed to load resource|fetching the script|ServiceWorker|service worker/i),
);

/**
 * Deletes all that the browser stores for the site, except cookies. Browsers do this when the device is full and the
 * site was not used for long.
 */
async function evictStorage(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes });
}

// This journey downloads the library twice, which takes long, so only `npm run soak` runs it.
if (isSoak)
  test('after the browser has deleted the site’s storage, the student is still signed in and can save the site for offline use again', async ({
    account,
    network,
    visitor,
  }) => {
    const student = await visitor.signsInByApi(account);
    const { page } = student;
    const library = new OfflineLibrary(page);
    await library.opens();
    await library.isServedByWorker();
    await library.startsDownload({ pictures: false });
    await library.isComplete();

    await page.goto('about:blank');
    await evictStorage(page, network.origin);

    await library.opens();
    await library.isEmpty();
    await expect(
      page
        .getByRole('banner')
        .getByText(account.name.split(' ')[0] ?? '')
        .first(),
    ).toBeVisible();
    await library.isServedByWorker();
    await library.startsDownload({ pictures: false });
    await library.isComplete();
    await network.cut();
    await library.reads('/courses/post-sea-courses', 'Post Sea Courses');
  });

test('a page that is open while the browser deletes the site’s storage still saves the next change and sends it exactly once', async ({
  account,
  context,
  network,
  visitor,
}) => {
  const course = 'Personal Survival Techniques (PST)';
  const student: Student = await visitor.signsInByApi(account);
  const adds: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/cart/add')) adds.push(response.status());
  });
  await student.opensBookOnline('individual');
  await student.isServedByWorker();
  await evictStorage(student.page, network.origin);

  await network.cut();
  await student.addsCourse(course);
  // The list of waiting changes does not appear, because its code was in the deleted storage.
  await expect(student.offerOf(course).getByRole('button', { name: 'Waiting for connection' })).toBeVisible();
  await student.seesItIsOffline();
  await student.page.close();
  await network.restore();

  const later = new Student(await context.newPage());
  await later.page.goto('/');
  await later.opensCart();
  await later.seesItInCart(course);
  expect(adds).toEqual([200]);
});

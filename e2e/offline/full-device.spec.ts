import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { OfflineLibrary } from '../support/screens/offline-library.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Lets the browser store only `bytes` more for the site. Chromium then refuses writes, as on a full phone. */
async function leaveSpace(page: Page, bytes: number): Promise<void> {
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: used + bytes });
}

test('on a device without free space, the site works, and the offline download stops, says why and continues once there is space', async ({
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

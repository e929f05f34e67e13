import { expectAccessible } from '../support/browser/accessibility.ts';
import type { NetworkProxy } from '../support/browser/network-proxy.ts';
import { isSoak, sampleOf } from '../support/sample.ts';
import { OfflineLibrary } from '../support/screens/offline-library.ts';
import { Student } from '../support/screens/student.ts';
import { Visitor } from '../support/screens/visitor.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });

const cutCount = isSoak ? 5 : 2;

/** Slows the network down like a satellite link: a round trip of 600 ms and 512 kbit/s. */
function simulateSatellite(network: NetworkProxy): void {
  network.delay(300);
  network.limit(64_000);
}

/** Paths and headings of pages that the journey opens only after the connection is cut. */
const unopenedPages: Record<string, string | RegExp> = {
  '/course-booking/electronic-chart-display-and-information-system-ecdis-423': /^Electronic Chart Display/,
  '/refund-policy': /refund/i,
  '/governing-board': /./,
  '/departments': /departments/i,
};

test('the download for offline use survives interruptions of a slow connection, and pages never opened can then be read offline', async ({
  device,
  network,
  watch,
}) => {
  test.setTimeout(240_000);
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const page = await device.open();
  await new Visitor(page).opensHome();
  await new Student(page).isServedByWorker();
  const library = new OfflineLibrary(page);
  await library.opens();
  await expectAccessible(page);
  simulateSatellite(network);
  await library.startsDownload({ pictures: true });
  let progress = 0;
  for (let cuts = 0; cuts < cutCount; cuts += 1) {
    progress = await library.progressesBeyond(progress);
    await network.cut();
    await library.waitsForConnection();
    if (cuts === 0) await expectAccessible(page);
    expect(await library.progress()).toBeGreaterThanOrEqual(progress);
    await network.restore();
    simulateSatellite(network);
  }
  await library.isComplete();
  await expectAccessible(page);
  await device.close();
  await network.cut();

  const offline = new OfflineLibrary(await device.open());
  await new Visitor(offline.page).opensHome();
  await new Visitor(offline.page).seesItIsOffline();
  for (const [address, heading] of sampleOf(Object.entries(unopenedPages), 1)) await offline.reads(address, heading);
  await offline.reads('/courses/management-courses', /management/i);
  await offline.seesPictures();
  await offline.readsNewestPost();
  await offline.reads('/save-for-the-voyage', 'Save for the voyage');
});

test('the download for offline use continues after a reload unless it was paused, and can be deleted after a confirmation', async ({
  page,
  network,
  watch,
}) => {
  // Expect errors: when the network is restored, open connections are reset, so visit reports and checks of the
  // connection may fail.
  watch.expects(/ERR_CONNECTION_RESET.*\/api\/(?:collect\/|health)/);
  await new Visitor(page).opensHome();
  await new Student(page).isServedByWorker();
  const library = new OfflineLibrary(page);
  await library.opens();
  simulateSatellite(network);
  await library.startsDownload({ pictures: true });
  await library.progressesBeyond(0);
  await page.reload();
  await library.isDownloading();
  await library.pauses();
  await network.restore();
  await page.reload();
  await library.opens();
  await library.startsDownload({ pictures: true });
  await library.isComplete();
  await library.deletesAll();
  await library.isEmpty();
});

import { expectAccessible } from './support/accessibility.ts';
import type { CutProxy } from './support/cut-proxy.ts';
import { Student } from './support/student.ts';
import { Visitor } from './support/visitor.ts';
import { expect, test } from './support/voyage.ts';
import { Voyager } from './support/voyager.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });

/** 600 ms there and back, 512 kbit/s. */
function overSatellite(network: CutProxy): void {
  network.delay(300);
  network.limit(64_000);
}

/** None of these was opened before. */
const unopened: Record<string, string | RegExp> = {
  '/course-booking/electronic-chart-display-and-information-system-ecdis-423': /^Electronic Chart Display/,
  '/refund-policy': /refund/i,
  '/governing-board': /./,
  '/departments': /departments/i,
  '/courses/management-courses': /management/i,
};

test('a cadet saves the site over a satellite with five cuts, and reads all of it with the server gone', async ({
  device,
  network,
  watch,
}) => {
  test.setTimeout(240_000);
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  const page = await device.open();
  await new Visitor(page).opensHome();
  await new Student(page).isKeptByWorker();
  const voyager = new Voyager(page);
  await voyager.opensSaving();
  await expectAccessible(page);
  overSatellite(network);
  await voyager.saves({ pictures: true });
  let reached = 0;
  for (let cuts = 0; cuts < 5; cuts += 1) {
    reached = await voyager.getsBeyond(reached);
    await network.cut();
    await voyager.waitsForConnection();
    if (cuts === 0) await expectAccessible(page);
    expect(await voyager.share()).toBeGreaterThanOrEqual(reached);
    await network.restore();
    overSatellite(network);
  }
  await voyager.hasEverything();
  await expectAccessible(page);
  await device.close();
  await network.cut();

  const cadet = new Voyager(await device.open());
  await new Visitor(cadet.page).opensHome();
  await new Visitor(cadet.page).seesItIsOffline();
  for (const [address, heading] of Object.entries(unopened)) await cadet.reads(address, heading);
  await cadet.seesPictures();
  await cadet.readsNewestPost();
  await cadet.reads('/save-for-the-voyage', 'Save for the voyage');
});

test('a saving goes on after a reload, stays paused, and is deleted after asking', async ({ page, network, watch }) => {
  // The line that becomes fast again is another one: what was told of the visit over the slow one breaks off.
  watch.expects(/ERR_CONNECTION_RESET.*\/api\/collect\//);
  await new Visitor(page).opensHome();
  await new Student(page).isKeptByWorker();
  const voyager = new Voyager(page);
  await voyager.opensSaving();
  overSatellite(network);
  await voyager.saves({ pictures: true });
  await voyager.getsBeyond(0);
  await page.reload();
  await voyager.isSaving();
  await voyager.pauses();
  await network.restore();
  await page.reload();
  await voyager.opensSaving();
  await voyager.saves({ pictures: true });
  await voyager.hasEverything();
  await voyager.deletesAll();
  await voyager.hasNothing();
});

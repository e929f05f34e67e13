import type { BrowserContext, Page } from '@playwright/test';
import { findInBrowserStorage } from './support/browser/browser-storage.ts';
import { isSoak } from './support/sample.ts';
import { MarkedStudent } from './support/screens/marked-student.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.use({ baseURL: ({ network }, use) => use(network.origin) });
// Expect errors: a lookup of an unknown account gets a 404, and calls fail while the network is cut.
test.beforeEach(({ watch }) => watch.expects(/404|net::ERR_|Failed to load resource/));

const booked = 'Elementary First Aid (EFA)';
const wanted = 'Personal Survival Techniques (PST)';
/** Every stored outbox row of a cart addition contains this text. */
const waitingAdd = '"kind":"cart.add"';

/** Collects the visit and error reports that the pages send. */
function followReports(context: BrowserContext): string[] {
  const reports: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/collect/')) reports.push(request.postData() ?? '');
  });
  return reports;
}

/** Types unique marker texts, at least thirty, into the forms of the site in two tabs. @returns the second tab */
async function leaveTraces(student: MarkedStudent): Promise<Page> {
  await student.registersAndSignsIn();
  await student.isServedByWorker();
  await student.fillsProfile();
  await student.books(booked);
  await student.draftsEnquiry();
  await student.draftsGrievance();
  const other = await student.typesInOtherTab();
  expect(student.markers.length).toBeGreaterThanOrEqual(30);
  await student.page.goto('/profile');
  await expect(student.page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
  return other;
}

/** Expects no marker but the `allowed` ones in the storage of both tabs. */
async function expectNoTraces(student: MarkedStudent, other: Page, allowed: string[] = []): Promise<void> {
  for (const page of [student.page, other])
    await expect.poll(() => findInBrowserStorage(page, student.markers)).toEqual(allowed);
}

test('logging out offline removes all personal data of the student from the device, except the id needed to end the session later', async ({
  page,
  context,
  network,
}) => {
  const reports = followReports(context);
  const student = new MarkedStudent(page, '4201');
  const other = await leaveTraces(student);
  expect((await findInBrowserStorage(page, student.markers)).length).toBeGreaterThan(20);
  expect(await findInBrowserStorage(other, student.markers)).toContainEqual(
    expect.stringMatching(/^session: zqothertab/),
  );
  await student.opensBookOnline('individual');
  await network.cut();
  await student.addsCourse(wanted);
  await student.seesItWaiting(wanted);
  expect(await findInBrowserStorage(page, [waitingAdd])).toEqual([`indexedDB: ${waitingAdd}`]);
  await page.goto('/profile');
  const id = await student.readsOwnId();
  await student.logsOut({ discards: true });
  // Only the student's id stays: the device needs it to end the session on the server later.
  await expectNoTraces(student, other, [`local: ${id}`]);
  expect(await page.evaluate(() => localStorage.getItem('landfall:signed-out'))).toBe(id);
  expect(await findInBrowserStorage(page, [waitingAdd])).toEqual([]);
  await network.restore();
  for (const tab of [page, other]) await tab.goto('/');
  await expectNoTraces(student, other);
  expect(reports.length).toBeGreaterThan(10);
  expect(student.typed.filter((text) => reports.join('\n').toLowerCase().includes(text.toLowerCase()))).toEqual([]);
});

// `npm test` skips logging out online, because the offline journey above does the same and more.
if (isSoak)
  test('logging out removes all personal data of the student from the device', async ({ page }) => {
    const student = new MarkedStudent(page, '4101');
    const other = await leaveTraces(student);
    await student.logsOut();
    await expectNoTraces(student, other);
    for (const tab of [page, other]) await tab.goto('/');
    await expectNoTraces(student, other);
  });

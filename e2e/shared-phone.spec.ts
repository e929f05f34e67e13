import type { BrowserContext, Page } from '@playwright/test';
import { CanaryStudent } from './support/canary-student.ts';
import { findOnDevice } from './support/device-contents.ts';
import { expect, test } from './support/voyage.ts';

test.use({ baseURL: ({ network }, use) => use(network.origin) });
// A lookup that finds nobody, and a network that is cut.
test.beforeEach(({ watch }) => watch.expects(/404|net::ERR_|Failed to load resource/));

const booked = 'Elementary First Aid (EFA)';
const wanted = 'Personal Survival Techniques (PST)';
/** Of a row of the outbox. */
const waitingAdd = '"kind":"cart.add"';

/** What the pages tell the server of visits and errors, as it goes out. */
function followReports(context: BrowserContext): string[] {
  const reports: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/collect/')) reports.push(request.postData() ?? '');
  });
  return reports;
}

/** Thirty words and more, at every screen that asks for one, in two tabs. */
async function plant(student: CanaryStudent): Promise<Page> {
  await student.registersAndSignsIn();
  await student.isKeptByWorker();
  await student.fillsProfile();
  await student.books(booked);
  await student.beginsEnquiry();
  await student.beginsGrievance();
  const other = await student.typesInOtherTab();
  expect(student.canaries.length).toBeGreaterThanOrEqual(30);
  await student.page.goto('/profile');
  await expect(student.page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible();
  return other;
}

/** Whatever was planted is gone, from what the two tabs share and from what each keeps to itself. */
async function findNothing(student: CanaryStudent, other: Page, but: string[] = []): Promise<void> {
  for (const page of [student.page, other]) await expect.poll(() => findOnDevice(page, student.canaries)).toEqual(but);
}

test('a student logs out, and nothing of theirs stays on the phone', async ({ page, context }) => {
  const reports = followReports(context);
  const student = new CanaryStudent(page, '4101');
  const other = await plant(student);
  await student.readsOwnId();
  expect((await findOnDevice(page, student.canaries)).length).toBeGreaterThan(20);
  expect(await findOnDevice(other, student.canaries)).toContainEqual(expect.stringMatching(/^session: zqothertab/));
  await student.logsOut();
  await findNothing(student, other);
  for (const tab of [page, other]) await tab.goto('/');
  await findNothing(student, other);
  expect(reports.length).toBeGreaterThan(10);
  expect(student.typed.filter((word) => reports.join('\n').toLowerCase().includes(word.toLowerCase()))).toEqual([]);
});

test('a student logs out without a network, and nothing of theirs stays on the phone', async ({ page, network }) => {
  const student = new CanaryStudent(page, '4201');
  const other = await plant(student);
  await student.opensBookOnline('individual');
  await network.cut();
  await student.addsCourse(wanted);
  await student.seesItWaiting(wanted);
  expect(await findOnDevice(page, [waitingAdd])).toEqual([`indexedDB: ${waitingAdd}`]);
  await page.goto('/profile');
  const id = await student.readsOwnId();
  await student.logsOut({ discards: true });
  // Only the note that the server has to hear of it, which names nobody but by number.
  await findNothing(student, other, [`local: ${id}`]);
  expect(await page.evaluate(() => localStorage.getItem('landfall:signed-out'))).toBe(id);
  expect(await findOnDevice(page, [waitingAdd])).toEqual([]);
  await network.restore();
  for (const tab of [page, other]) await tab.goto('/');
  await findNothing(student, other);
});

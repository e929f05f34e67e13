import fc from 'fast-check';
import { OutboxDriver } from './support/outbox-driver.ts';
import { outboxSchedules } from './support/outbox-schedule.ts';
import { isSoak, seed } from './support/sample.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const runs = Number(process.env.OUTBOX_RUNS ?? (isSoak ? 40 : 2));

test.use({ baseURL: ({ network }, use) => use(network.origin), actionTimeout: 60_000, navigationTimeout: 60_000 });

test(`the outbox delivers every cart item and enquiry exactly once in ${runs} random sequences of tab and network events`, async ({
  account,
  context,
  network,
  staff,
  page,
  site,
  visitor,
  watch,
}) => {
  // Starting the site takes as long as in any other journey, so even a run of few sequences gets at least the usual
  // timeout.
  test.setTimeout(Math.max(test.info().timeout, runs * 60_000));
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  console.log(`outbox schedules: ${runs}, SEED=${seed}`);
  await visitor.signsInByApi(account);
  // Load the page of the form once online, so that the service worker saves what it needs.
  await page.goto('/contact-us');
  await visitor.isServedByWorker();
  await page.reload();
  await visitor.arrivesAt(/./);
  const driver = new OutboxDriver(context, network, site.url, account);
  for (const [nth, schedule] of fc.sample(outboxSchedules, { seed, numRuns: runs }).entries()) {
    await test.step(`sequence ${nth + 1} of tab and network events: ${JSON.stringify(schedule)}`, async () => {
      await driver.begins();
      await driver.plays(schedule);
      await driver.emptiesOutbox();
      const names = (await driver.booking.readsCart()).map(({ course }) => course?.course_name ?? '');
      expect(names.toSorted(), JSON.stringify(schedule)).toEqual(driver.addedCourses.toSorted());
    });
  }
  const listed = await staff.readsSubmissions();
  for (const message of driver.sentMessages)
    expect(
      listed.filter((line) => line.includes(message)),
      message,
    ).toHaveLength(1);
});

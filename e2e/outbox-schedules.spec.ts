import fc from 'fast-check';
import { OutboxCrew } from './support/outbox-crew.ts';
import { browserSchedules } from './support/outbox-schedule.ts';
import { startSite } from './support/site-server.ts';
import { meera } from './support/students.ts';
import { test as base, expect } from './support/voyage.ts';

const { SOAK, OUTBOX_SEED, OUTBOX_RUNS } = process.env;
const runs = Number(OUTBOX_RUNS ?? (SOAK ? 40 : 3));
const seed = OUTBOX_SEED ? Number(OUTBOX_SEED) : Date.now() % 2 ** 31;

/** So many schedules in a row are more than one person does in a minute. */
const test = base.extend<object, { site: Awaited<ReturnType<typeof startSite>> }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSite({
        RATE_FORM: '10000',
        RATE_SIGN_IN: '10000',
        RATE_LOOKUP: '10000',
        RATE_WRITE: '10000',
      });
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
});
test.use({ baseURL: ({ network }, use) => use(network.origin), actionTimeout: 60_000, navigationTimeout: 60_000 });

test(`${runs} schedules over tabs on a line that breaks leave the cart as it was tapped`, async ({
  context,
  network,
  office,
  page,
  site,
  visitor,
  watch,
}) => {
  test.setTimeout(runs * 60_000);
  watch.expects(/net::ERR_|Failed to load resource|No response from server/);
  console.log(`schedules of the outbox in a browser: ${runs}, seed ${seed}; again: OUTBOX_SEED=${seed}`);
  await visitor.isSignedInAs(meera);
  // What the form stands among is read once while the line is well.
  await page.goto('/contact-us');
  await visitor.isKeptByWorker();
  await page.reload();
  await visitor.arrivesAt(/./);
  const crew = new OutboxCrew(context, network, site.url, meera);
  for (const [nth, schedule] of fc.sample(browserSchedules, { seed, numRuns: runs }).entries()) {
    await test.step(`${nth + 1}: ${JSON.stringify(schedule)}`, async () => {
      await crew.begins();
      await crew.goesThrough(schedule);
      await crew.rests();
      const names = (await crew.readsCart()).map(({ course }) => course?.course_name ?? '');
      expect(names.toSorted(), JSON.stringify(schedule)).toEqual(crew.tapped.toSorted());
    });
  }
  const listed = await office.readsSubmissions();
  for (const message of crew.written)
    expect(
      listed.filter((line) => line.includes(message)),
      message,
    ).toHaveLength(1);
});

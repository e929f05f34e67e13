import 'fake-indexeddb/auto';
import process from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSchedule } from './outbox-model/run-schedule.ts';
import { sabotages } from './outbox-model/sabotage.ts';
import { schedules } from './outbox-model/schedule.ts';

const { OUTBOX_SEED, OUTBOX_PATH, OUTBOX_RUNS, SOAK } = process.env;
const seed = OUTBOX_SEED ? Number(OUTBOX_SEED) : Date.now() % 2 ** 31;
const runs = Number(OUTBOX_RUNS ?? (SOAK ? 2000 : 300));

it(`${runs} schedules over tabs, reloads and bad lines lose no change and do none twice`, {
  timeout: runs * 500,
}, async () => {
  const happened = new Set<string>();
  const begun = performance.now();
  const property = fc.asyncProperty(schedules, async (steps) => {
    expect(await runSchedule(steps, happened)).toEqual([]);
  });
  const again = OUTBOX_PATH ? { path: OUTBOX_PATH } : {};
  try {
    await fc.assert(property, { seed, numRuns: runs, ...again });
  } finally {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`schedules of the outbox: ${runs} in ${seconds} s; one again: OUTBOX_SEED=${seed} OUTBOX_PATH=<path>`);
    console.log([...happened].toSorted().join(', '));
  }
});

it.each(sabotages.filter((way) => way !== 'none'))('the model notices %s', async (way) => {
  const happened = new Set<string>();
  const property = fc.asyncProperty(schedules, async (steps) => {
    expect(await runSchedule(steps, happened, way)).toEqual([]);
  });
  const { failed } = await fc.check(property, { seed, numRuns: 300, endOnFailure: true });
  expect(failed).toBe(true);
});

import 'fake-indexeddb/auto';
import process from 'node:process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSchedule } from './model/run-schedule.ts';
import { sabotages } from './model/sabotage.ts';
import { schedules } from './model/schedule.ts';

const { SEED, OUTBOX_PATH, OUTBOX_RUNS, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const runs = Number(OUTBOX_RUNS ?? (SOAK ? 2000 : 100));
/** Maximum number of random sequences in which the test must find a planted fault. It needs far fewer. */
const runsPerFault = 300;

it('in random sequences of tab and network events, the outbox loses no change and applies none twice', {
  timeout: runs * 500,
}, async () => {
  const happened = new Set<string>();
  const startedAt = performance.now();
  const property = fc.asyncProperty(schedules, async (steps) => {
    expect(await runSchedule(steps, happened)).toEqual([]);
  });
  const replayed = OUTBOX_PATH ? { path: OUTBOX_PATH } : {};
  try {
    await fc.assert(property, { seed, numRuns: runs, ...replayed });
  } finally {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`outbox model: ${runs} schedules in ${seconds} s; repeat with SEED=${seed} OUTBOX_PATH=<path>`);
    console.log([...happened].toSorted().join(', '));
  }
});

it.each(sabotages.filter((planted) => planted !== 'none'))(
  'the test of random outbox events detects a deliberately introduced fault: %s',
  async (planted) => {
    const happened = new Set<string>();
    const property = fc.asyncProperty(schedules, async (steps) => {
      expect(await runSchedule(steps, happened, planted)).toEqual([]);
    });
    const { failed } = await fc.check(property, { seed, numRuns: runsPerFault, endOnFailure: true });
    expect(failed).toBe(true);
  },
);

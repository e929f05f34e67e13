import process from 'node:process';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { FaultTestBed } from './fault-test-bed.ts';
import { runSchedule, Tally } from './run-schedule.ts';
import { type Schedule, schedules } from './schedule.ts';

vi.mock('node:timers/promises', async (original) => {
  const { fastTimers } = await import('./fast-timers.ts');
  return fastTimers(await original<typeof import('node:timers/promises')>());
});

const { SEED, FAULTS_PATH, FAULTS_RUNS, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const runs = Number(FAULTS_RUNS ?? (SOAK ? 10_000 : 100));
/**
 * Events that must occur if at least `minRuns` random sequences run. Without these events, the test would prove
 * nothing.
 */
const expectedEvents: ReadonlyArray<{ minRuns: number; events: readonly string[] }> = [
  {
    minRuns: 80,
    events: [
      'connection lost before a commit',
      'connection lost after a commit',
      'crash before a commit',
      'crash after a commit',
      'provider: hung',
      'provider: dies after',
      'reply lost on the way to the student',
      'create 409 BATCH_FULL',
      'create 409 PAYMENT_PENDING',
      'join 200',
      'payment approved on paid order',
      'webhook 200',
      'order ended completed',
      'order ended declined',
      'order ended expired',
      'order ended refunded',
    ],
  },
  {
    minRuns: 300,
    events: [
      'done: restart database',
      'late decision approved on expired order',
      'forged webhook 401',
      'order ended replaced',
      'place ended missed',
    ],
  },
  { minRuns: 3_000, events: ['accept 200', 'place ended booked'] },
];
/** One test bed is enough to replay the single failing sequence that FAULTS_PATH names. */
const testBedCount = FAULTS_PATH ? 1 : 6;
const shrinksAtMost = 150;
const testBeds = await Promise.all(Array.from({ length: testBedCount }, () => FaultTestBed.open()));
afterAll(() => Promise.all(testBeds.map((testBed) => testBed.stop())), 60_000);

/**
 * Runs random sequences until one test bed finds a violation. Then only that test bed continues, to find a shorter
 * sequence that fails.
 */
function createRunner(tally: Tally) {
  let failing: FaultTestBed | null = null;
  let shrinks = 0;
  return async (testBed: FaultTestBed, schedule: Schedule) => {
    if (failing && (failing !== testBed || shrinks++ > shrinksAtMost)) return;
    tally.count('schedules');
    const violations = await runSchedule(testBed, schedule, tally);
    if (violations.length > 0 && !failing)
      console.log(`first found: ${violations.join('; ')} ${JSON.stringify(schedule)}`);
    if (violations.length > 0) failing = testBed;
    for (const violation of violations) tally.count(`VIOLATION ${violation.split(':')[0]}`);
    expect(violations).toEqual([]);
  };
}

const timeout = runs * 2_000 + 120_000;

it('random sequences of orders, payments and faults leave bookings and the ledger consistent', {
  timeout,
}, async () => {
  const tally = new Tally();
  const begun = performance.now();
  const run = createRunner(tally);
  const onTestBed = (testBed: FaultTestBed, position: number) => {
    const property = fc.asyncProperty(schedules, (schedule) => run(testBed, schedule));
    const again = FAULTS_PATH ? { path: FAULTS_PATH } : {};
    return fc.assert(property, { seed: seed + position, numRuns: Math.ceil(runs / testBedCount), ...again });
  };
  const outcomes = await Promise.allSettled(testBeds.map(onTestBed));
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${runs} schedules of faults in ${seconds.toFixed(1)} s, seeds ${seed} to ${seed + testBedCount - 1}; ` +
      `replay one with SEED=<seed> FAULTS_PATH=<path>\n${tally}`,
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const expected = expectedEvents.flatMap(({ minRuns, events }) => (runs >= minRuns ? events : []));
  expect(expected.filter((event) => !tally.counts.has(event))).toEqual([]);
});

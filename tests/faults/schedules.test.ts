import process from 'node:process';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { FaultLane } from './fault-lane.ts';
import { runSchedule, Tally } from './run-schedule.ts';
import { type Schedule, schedules } from './schedule.ts';

/** Waits of the product, such as a repeat's for a call that died, pass faster here. */
const hurry = 25;
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>();
  return {
    ...real,
    setTimeout: (ms: number, value: unknown, options: object) => real.setTimeout(ms / hurry, value, options),
  };
});

const { FAULTS_SEED, FAULTS_PATH, FAULTS_RUNS, SOAK } = process.env;
const seed = FAULTS_SEED ? Number(FAULTS_SEED) : Date.now() % 2 ** 31;
const runs = Number(FAULTS_RUNS ?? (SOAK ? 10_000 : 500));
/** Whatever else happens by chance, all this does among so many schedules. */
const commonplace = 300;
const happenings = [
  'connection lost before a commit',
  'connection lost after a commit',
  'crash before a commit',
  'crash after a commit',
  'done: restart database',
  'provider: hung',
  'provider: dies after',
  'reply lost on the way to the student',
  'create 409 BATCH_FULL',
  'create 409 PAYMENT_PENDING',
  'late decision approved on expired order',
  'payment approved on paid order',
  'webhook 200',
  'forged webhook 401',
  'order ended completed',
  'order ended declined',
  'order ended expired',
  'order ended replaced',
  'order ended refunded',
];
/** A failure is played again by itself: with its seed and path. */
const laneCount = FAULTS_PATH ? 1 : 6;
const shrinksAtMost = 150;
const lanes = await Promise.all(Array.from({ length: laneCount }, () => FaultLane.open()));
afterAll(() => Promise.all(lanes.map((lane) => lane.stop())), 60_000);

/** Runs schedules until one lane finds a violation; that lane makes it small, the others rest. */
function judge(tally: Tally) {
  let failing: FaultLane | null = null;
  let shrinks = 0;
  return async (lane: FaultLane, schedule: Schedule) => {
    if (failing && (failing !== lane || shrinks++ > shrinksAtMost)) return;
    tally.count('schedules');
    const violations = await runSchedule(lane, schedule, tally);
    if (violations.length > 0 && !failing)
      console.log(`first found: ${violations.join('; ')} ${JSON.stringify(schedule)}`);
    if (violations.length > 0) failing = lane;
    for (const violation of violations) tally.count(`VIOLATION ${violation.split(':')[0]}`);
    expect(violations).toEqual([]);
  };
}

it(`${runs} schedules of faults leave the books right`, { timeout: runs * 2_000 + 120_000 }, async () => {
  const tally = new Tally();
  const begun = performance.now();
  const run = judge(tally);
  const onLane = (lane: FaultLane, position: number) => {
    const property = fc.asyncProperty(schedules, (schedule) => run(lane, schedule));
    const again = FAULTS_PATH ? { path: FAULTS_PATH } : {};
    return fc.assert(property, { seed: seed + position, numRuns: Math.ceil(runs / laneCount), ...again });
  };
  const told = await Promise.allSettled(lanes.map(onLane));
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `schedules of faults: ${seconds.toFixed(1)} s, seeds ${seed} to ${seed + laneCount - 1}; ` +
      `one again: FAULTS_SEED=<seed> FAULTS_PATH=<path>\n${tally}`,
  );
  for (const outcome of told) if (outcome.status === 'rejected') throw outcome.reason;
  if (runs >= commonplace) expect(happenings.filter((happening) => !tally.counts.has(happening))).toEqual([]);
});

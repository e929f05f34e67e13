import process from 'node:process';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { findDifferences } from '../../server/orders/changes/booked-order.ts';
import { emptyTables } from '../../support/database.ts';
import { hire } from '../../support/staff.ts';
import { findViolations } from '../invariants/find-violations.ts';
import { readStoredRows, type StoredRows } from '../invariants/stored-rows.ts';
import { calmSchedule } from './calm-schedule.ts';
import { FaultTestBed } from './fault-test-bed.ts';
import { finishSchedule } from './finish-schedule.ts';
import { Player } from './player.ts';
import { countPlaces, Tally } from './run-schedule.ts';
import type { Action, PlainAction } from './schedule.ts';
import { StaffCalls } from './staff-calls.ts';
import { findWrongEffects } from './staff-effects.ts';
import { idleStudents, type StaffSchedule, staffSchedules } from './staff-schedule.ts';
import { StudentCalls } from './student-calls.ts';

vi.mock('node:timers/promises', async (original) => {
  const { fastTimers } = await import('./fast-timers.ts');
  return fastTimers(await original<typeof import('node:timers/promises')>());
});

const { SEED, FAULTS_PATH, FAULTS_RUNS, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const runs = Number(FAULTS_RUNS ?? (SOAK ? 100 : 6));
/** Successes of all actions, which must occur in every run. Without them, the test would prove nothing. */
const successes = [
  ...['cancel', 'transfer', 'sell', 'resize', 'cancel batch', 'move batch', 'settle due'],
  ...['retry refund', 'settle refund', 'offer seat', 'remove from list'],
  ...['join', 'accept', 'leave', 'choose accept', 'choose transfer', 'choose refund'],
].map((name) => `${name} 200`);
/**
 * Further events that must occur in a run of many sequences. A payment can be rechecked only while it is pending, and on
 * a slow machine it may have ended before.
 */
const laterEvents = [
  'recheck payment 200',
  ...['sell 409 BATCH_FULL', 'resize 409 TOO_FEW_SEATS', 'choose refund 409 ALREADY_CHOSEN'],
  ...['crash after a commit', 'no response to staff'],
];
/**
 * Only a run of at least this many random sequences must contain all `successes` and `laterEvents`. A shorter run begins
 * with a fixed sequence that has all `successes`.
 */
const manyRuns = 100;
/**
 * How many of the `successes` may be missing in a shorter run. On a slow machine, a step may come too late, such as a
 * student's choice after its deadline.
 */
const missingInShortRun = 3;

const testBed = await FaultTestBed.open();
afterAll(() => testBed.stop(), 60_000);

const undisturbed = (plain: PlainAction): Action => ({ ...plain, on: 0, isBehind: false, fault: null });

async function hireStaff() {
  const [registrars, accounts] = [
    await Promise.all(Array.from({ length: 3 }, () => hire(testBed, 'registrar'))),
    await Promise.all(Array.from({ length: 2 }, () => hire(testBed, 'accounts'))),
  ].map((members) => members.map(({ headers }) => headers.cookie));
  return { registrars: registrars ?? [], accounts: accounts ?? [] };
}

/** Counts what became of the places in waiting lists and of the students of changed batches. */
function countOutcomes(stored: StoredRows, tally: Tally): void {
  countPlaces(stored, tally);
  for (const { state } of stored.choices) tally.count(`choice ended ${state}`);
}

async function runSchedule({ capacities, carts, actions }: StaffSchedule, tally: Tally): Promise<string[]> {
  // Empty these tables as a whole, because their rows cannot be deleted one by one.
  await emptyTables(testBed.db, 'audit_entries', 'booking_changes');
  const students = await testBed.begin(capacities, carts.length + idleStudents);
  const studentCalls = new StudentCalls(students, testBed.provider, tally.count);
  const staffCalls = new StaffCalls(testBed, { cookies: await hireStaff(), students }, tally.count);
  const player = new Player(testBed, studentCalls, tally.count, staffCalls);
  for (const [who, cart] of carts.entries()) {
    for (const one of cart) await player.play(undisturbed({ do: 'add', who, what: one }));
    await player.play(undisturbed({ do: 'submit', who }));
    await player.play(undisturbed({ do: 'pay', nth: 0, as: 'approved', isDouble: false }));
    await player.play(undisturbed({ do: 'recheck', who, nth: null }));
  }
  // Deliver the emails about these bookings now. Otherwise later runs of the job would be busy with them, and the
  // emails about moved and cancelled batches would arrive too late.
  await player.play(undisturbed({ do: 'run', job: 'mail' }));
  for (const one of actions) await player.play(one);
  await finishSchedule(testBed, player, studentCalls, 'approved', staffCalls);
  const stored = await readStoredRows(testBed.db);
  countOutcomes(stored, tally);
  return [
    ...findViolations(stored, { ...studentCalls.evidence, ...staffCalls.money }),
    ...staffCalls.problems,
    ...(await findDifferences(testBed.db)),
    ...(await findWrongEffects(testBed.db, staffCalls.calls)),
  ];
}

it('seats and money stay consistent while staff change bookings, payments, batches and waiting lists at the same time amid random faults', {
  timeout: runs * 10_000 + 120_000,
}, async () => {
  const tally = new Tally();
  const begun = performance.now();
  const property = fc.asyncProperty(staffSchedules, async (schedule) => {
    expect(await runSchedule(schedule, tally)).toEqual([]);
  });
  const again = FAULTS_PATH ? { path: FAULTS_PATH } : {};
  const examples: Array<[StaffSchedule]> = runs < manyRuns ? [[calmSchedule]] : [];
  try {
    await fc.assert(property, { seed, numRuns: runs, examples, endOnFailure: true, ...again });
  } finally {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${runs} schedules with staff in ${seconds} s, SEED=${seed}\n${tally}`);
  }
  const missingOf = (events: readonly string[]) => events.filter((event) => !tally.counts.has(event));
  if (runs < manyRuns)
    expect(missingOf(successes).length, String(missingOf(successes))).toBeLessThanOrEqual(missingInShortRun);
  else expect(missingOf([...successes, ...laterEvents])).toEqual([]);
});

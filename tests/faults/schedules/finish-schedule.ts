import { finalResponse } from '../invariants/evidence.ts';
import { readStoredRows } from '../invariants/stored-rows.ts';
import { type AppInstance, type Job, jobs } from './app-instance.ts';
import type { FaultTestBed } from './fault-test-bed.ts';
import type { Player } from './player.ts';
import type { StaffCalls } from './staff-calls.ts';
import type { StudentCalls } from './student-calls.ts';

const longest = 30_000;
/**
 * The minutes by which each round advances the simulated time: longer than any payment session, seat hold or pause
 * between two checks of a payment.
 */
const minutesPerRound = 370;
const maxRounds = 10;
const maxTries = 4;

/** Repeats the students' calls that have no final response yet, each under its own idempotency key. */
async function repeatUnanswered(testBed: FaultTestBed, studentCalls: StudentCalls): Promise<void> {
  const [instance] = testBed.instances;
  for (const call of studentCalls.evidence.calls) {
    for (let tries = 0; !finalResponse(call) && tries < maxTries; tries++) await studentCalls.send(call, instance);
    if (!finalResponse(call))
      studentCalls.evidence.problems.push(`key ${call.key}: has no response although all faults are repaired`);
  }
}

/** The database rows that the periodic jobs may change, each as JSON text. */
async function readRows(testBed: FaultTestBed): Promise<string[]> {
  const { orders, attempts, payments, ledger, refunds, mails, choices, ...stored } = await readStoredRows(testBed.db);
  const entries = stored.entries.map(({ id, state }) => ({ entry: id, state }));
  const rows = [...orders, ...attempts, ...payments, ...ledger, ...refunds, ...mails, ...choices, ...entries];
  return rows.map((row) => JSON.stringify(row));
}

/** The rows in `after` that are not in `before`: the new rows and the changed ones. */
function changeOf(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((row) => !known.has(row));
}

/**
 * Runs a periodic job, and returns the failures of the last try. As in the server, a job that waited too long for a
 * database lock is repeated; this happens on a busy machine.
 */
async function runJob(instance: AppInstance, job: Job): Promise<string[]> {
  let failures = await instance.run(job);
  for (let tries = 1; failures.some((failure) => failure.includes('lock timeout')) && tries < maxTries; tries++)
    failures = await instance.run(job);
  return failures;
}

/**
 * Advances the simulated time, runs all periodic jobs and lets staff settle refunds, in rounds, until two rounds in
 * succession change no row.
 */
async function pollUntilQuiet(testBed: FaultTestBed, problems: string[], staffCalls: StaffCalls | null): Promise<void> {
  const [instance] = testBed.instances;
  let before: string[] = [];
  let quiet = 0;
  for (let round = 0; round < maxRounds && quiet < 2; round++) {
    await testBed.age(minutesPerRound);
    for (const job of jobs)
      for (const failure of await runJob(instance, job))
        problems.push(`the run of ${job} fails although all faults are repaired: ${failure}`);
    await staffCalls?.settleOpenRefunds(instance);
    const now = await readRows(testBed);
    quiet = changeOf(before, now).length === 0 ? quiet + 1 : 0;
    before = now;
  }
  if (quiet < 2) problems.push(`the poller still changes rows after ${maxRounds} rounds`);
}

/**
 * Ends a random sequence of events: repairs all faults, repeats calls that got no final response, decides pending
 * payments and lets simulated time pass.
 */
export async function finishSchedule(
  testBed: FaultTestBed,
  player: Player,
  studentCalls: StudentCalls,
  ending: 'approved' | 'declined',
  staffCalls: StaffCalls | null = null,
): Promise<void> {
  const { provider } = testBed;
  const { evidence, students } = studentCalls;
  provider.step += 1;
  provider.refundFailures.length = 0;
  for (const instance of testBed.instances) {
    instance.disarm();
    instance.payments.mend();
  }
  if (!(await player.ended(longest))) evidence.problems.push('a call hangs although all faults are repaired');
  // Wait for webhooks that a server instance has already acknowledged to the payment provider but is still processing.
  for (const instance of testBed.instances) await instance.drain();
  await testBed.revive();
  await testBed.calmDown();
  await repeatUnanswered(testBed, studentCalls);
  await staffCalls?.repeatUnanswered(testBed.instances[0]);
  await testBed.endChoices();
  for (const order of provider.orders.values()) while (provider.decide(order, ending));
  await pollUntilQuiet(testBed, evidence.problems, staffCalls);
  const before = await readRows(testBed);
  for (const student of students) await studentCalls.recheck(student, undefined, testBed.instances[1]);
  const found = changeOf(before, await readRows(testBed));
  if (found.length > 0) {
    evidence.problems.push(`a recheck found a change that the poller had missed: ${found.join(', ')}`);
    await pollUntilQuiet(testBed, evidence.problems, staffCalls);
  }
  evidence.problems.push(...provider.problems, ...testBed.mail.problems);
  evidence.paid = provider.approved;
  // A refund that staff have requested again has an id that ends with `T` and a number.
  evidence.refunded = provider.paidRefunds.map(({ refundId, amountPaise }) => ({
    id: refundId.split('T')[0] ?? refundId,
    amountPaise,
  }));
  evidence.emails = [...testBed.mail.arrived.keys()];
}

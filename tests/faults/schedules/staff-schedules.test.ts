import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { findDifferences } from '../../server/orders/changes/booked-order.ts';
import { emptyTables } from '../../support/database.ts';
import { hire } from '../../support/staff.ts';
import { isFinal } from '../invariants/evidence.ts';
import { FaultTestBed } from './fault-test-bed.ts';
import { finishSchedule } from './finish-schedule.ts';
import { Player } from './player.ts';
import { Tally } from './run-schedule.ts';
import { type Action, circumstances, type PlainAction, plainAction, type StaffAction, what } from './schedule.ts';
import { type StaffCall, StaffCalls } from './staff-calls.ts';
import { StudentCalls } from './student-calls.ts';

vi.mock('node:timers/promises', async (original) => {
  const { fastTimers } = await import('./fast-timers.ts');
  return fastTimers(await original<typeof import('node:timers/promises')>());
});

const { SEED, FAULTS_PATH, SOAK } = process.env;
const seed = Number(SEED ?? Date.now() % 1_000_000);
const runs = SOAK ? 100 : 6;
const registrars = 3;
/** Events without which the test would prove nothing. */
const expectedEvents = ['cancel 200', 'sell 200', 'resize 200', 'cancel batch 200'].concat(
  SOAK
    ? [
        'transfer 200',
        'settle due 200',
        'cancel batch 409 AFFECTED_CHANGED',
        'sell 409 BATCH_FULL',
        'resize 409 TOO_FEW_SEATS',
        'crash after a commit',
        'no response to staff',
      ]
    : [],
);

const testBed = await FaultTestBed.open();
afterAll(() => testBed.stop(), 60_000);

const staffAction: fc.Arbitrary<PlainAction> = fc.record({
  do: fc.constantFrom<StaffAction['do'][]>(
    'cancel',
    'cancel',
    'transfer',
    'transfer',
    'sell',
    'sell',
    'resize',
    'cancel batch',
    'settle due',
    'repeat staff call',
  ),
  registrar: fc.nat(registrars - 1),
  nth: fc.nat(9),
  more: fc.nat(9),
});

const action = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: staffAction }, { weight: 2, arbitrary: plainAction }), circumstances)
  .map(([plain, around]) => ({ ...plain, ...around })) as fc.Arbitrary<Action>;

const schedules = fc.record({
  capacities: fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: 6, maxLength: 6 }),
  carts: fc.array(fc.uniqueArray(what, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 5 }),
  actions: fc.array(action, { minLength: 12, maxLength: 40, size: 'max' }),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never;

const undisturbed = (plain: PlainAction): Action => ({ ...plain, on: 0, isBehind: false, fault: null });

/** The id in the path of a call, such as `/api/staff/orders/LF-2026-000123/cancel`. */
const idOf = ({ url }: StaffCall) => url.split('/')[4] ?? '';
const dueOf = ({ body }: StaffCall) => (body as { change_id?: number }).change_id ?? 0;
const soldOrder = ({ responses }: StaffCall) =>
  (responses.find(isFinal)?.body.data as { order_id?: string } | undefined)?.order_id ?? '';

/** SQL for the rows that show what the call has changed. */
function effectsOf(call: StaffCall) {
  switch (call.what) {
    case 'sell':
      return sql`payment_attempts where provider = 'office' and change_id is null and order_id = ${soldOrder(call)}`;
    case 'settle due':
      return sql`payment_attempts where provider = 'office' and change_id = ${dueOf(call)}`;
    case 'cancel batch':
      return sql`audit_entries where command = 'batches cancel' and subject = ${`batch:${idOf(call)}`}`;
    default:
      return sql`booking_changes where key like ${`staff:%:${call.key}`} and order_id = ${idOf(call)}`;
  }
}

async function countEffects(call: StaffCall): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${effectsOf(call)}`.execute(
    testBed.db,
  );
  return rows[0]?.count ?? 0;
}

/** Calls with the same name and the same `targetOf` compete: only one of them may succeed. */
function targetOf(call: StaffCall): string | number {
  if (call.what === 'cancel batch') return idOf(call);
  return call.what === 'settle due' ? dueOf(call) : call.key;
}

/**
 * Checks that each call has one final response, which its repeats return too, and that only a successful call changed
 * something, once.
 */
async function findRepeats({ calls }: StaffCalls): Promise<string[]> {
  const found = calls.map(async (call) => {
    const finals = call.responses
      .filter(isFinal)
      .map(({ status, body: { requestId: _, ...body } }) => ({ status, body }));
    const isSame = finals.every((one) => isDeepStrictEqual(one, finals[0]));
    const different = isSame ? [] : [`${call.what} ${call.key}: different responses: ${JSON.stringify(finals)}`];
    if (call.what === 'resize') return different;
    const rivals = calls.filter((other) => other.what === call.what && targetOf(other) === targetOf(call));
    const wanted = rivals.some(({ responses }) => responses.some(({ status }) => status === 200)) ? 1 : 0;
    const effects = await countEffects(call);
    return effects === wanted
      ? different
      : [...different, `${call.what} ${call.key}: ${effects} effects instead of ${wanted}`];
  });
  return (await Promise.all(found)).flat();
}

/** Checks that the provider holds what the ledger says: what was paid less what was paid back. */
async function compareMoney(paid: number, refunded: number): Promise<string[]> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from ledger_entries where account = 'gateway'`.execute(
    testBed.db,
  );
  return rows[0]?.paise === paid - refunded
    ? []
    : [`the provider has ${paid - refunded} paise, the ledger ${rows[0]?.paise}`];
}

async function runSchedule({ capacities, carts, actions }: Schedule, tally: Tally): Promise<string[]> {
  // Empty these tables as a whole, because their rows cannot be deleted one by one.
  await emptyTables(testBed.db, 'audit_entries', 'booking_changes');
  const students = await testBed.begin(capacities, carts.length);
  const hired = await Promise.all(Array.from({ length: registrars }, () => hire(testBed, 'registrar')));
  const cookies = hired.map(({ headers }) => headers.cookie);
  const studentCalls = new StudentCalls(students, testBed.provider, tally.count);
  const staffCalls = new StaffCalls(testBed, { cookies, students }, tally.count);
  const player = new Player(testBed, studentCalls, tally.count, staffCalls);
  for (const [who, cart] of carts.entries()) {
    for (const one of cart) await player.play(undisturbed({ do: 'add', who, what: one }));
    await player.play(undisturbed({ do: 'submit', who }));
    await player.play(undisturbed({ do: 'pay', nth: 0, as: 'approved', isDouble: false }));
    await player.play(undisturbed({ do: 'recheck', who, nth: null }));
  }
  for (const one of actions) await player.play(one);
  await finishSchedule(testBed, player, studentCalls, 'approved', staffCalls);
  const { problems, paid, refunded } = studentCalls.evidence;
  const sum = (amounts: ReadonlyArray<{ amountPaise: number }>) =>
    amounts.reduce((total, { amountPaise }) => total + amountPaise, 0);
  return [
    ...problems,
    ...staffCalls.problems,
    ...(await findDifferences(testBed.db)),
    ...(await findRepeats(staffCalls)),
    ...(await compareMoney(sum(paid), sum(refunded))),
  ];
}

it('seats and money stay consistent while three registrars change bookings, payments and batches at the same time amid random faults', {
  timeout: runs * 10_000 + 120_000,
}, async () => {
  const tally = new Tally();
  const begun = performance.now();
  const property = fc.asyncProperty(schedules, async (schedule) => {
    expect(await runSchedule(schedule, tally)).toEqual([]);
  });
  const again = FAULTS_PATH ? { path: FAULTS_PATH } : {};
  try {
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true, ...again });
  } finally {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${runs} schedules with registrars in ${seconds} s, SEED=${seed}\n${tally}`);
  }
  expect(expectedEvents.filter((event) => !tally.counts.has(event))).toEqual([]);
});

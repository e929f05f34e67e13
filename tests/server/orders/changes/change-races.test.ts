import process from 'node:process';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockBatch, setCapacity, setOfficeSeats } from '../../../../server/booking/batches/batch-change.repo.ts';
import { BatchRefusal } from '../../../../server/booking/batches/batch-refusal.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { readBookedLines } from '../../../../server/orders/changes/booked-lines.repo.ts';
import { ChangeRefusal } from '../../../../server/orders/changes/change.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { order, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { cancel, findDifferences, request, transfer } from './booked-order.ts';

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = isSoak ? 100 : 5;
const students = isSoak ? 200 : 12;

const academy = await openAcademy({}, { max: 12 });
const { db } = academy;
const fireBatches = [batches.fireOpen, batches.fireSeven, batches.fireFull];
const radarBatches = [batches.radarOpen, batches.radarSeven];
const allBatches = [...fireBatches, ...radarBatches, batches.firstAidOpen];

/** Returns a seeded random generator (mulberry32), so that a round makes the same choices for the same seed. */
function randomOf(start: number) {
  let state = start >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (limit: number) => Math.floor(next() * limit);
  return { upTo, one: <T>(from: readonly T[]): T => from[upTo(from.length)] ?? from[0] ?? (undefined as never) };
}
type Random = ReturnType<typeof randomOf>;

/** Fills the cart of a new student and places an order, which is usually paid. */
async function book(random: Random): Promise<void> {
  const student: StudentBrowser = await academy.enrol();
  const [fire, radar, kind, isPaid] = [
    ...[random.one(fireBatches), random.one(radarBatches)],
    ...[random.upTo(3), random.upTo(5) > 0],
  ] as const;
  // The server refuses to add a batch that is full by now. The cart then lacks it.
  const add = (body: object) => student.send('POST', '/api/cart/add', body);
  const chosen = [
    { course_id: courses.fire, batch_id: fire },
    { course_id: courses.radar, batch_id: radar },
  ];
  if (kind === 0) await add({ type: 'package', package_id: packages.sea, batches: chosen });
  else for (const one of chosen.slice(0, kind)) await add({ type: 'course', ...one });
  const placed = await order(student);
  expect([200, 409], placed.body).toContain(placed.statusCode);
  if (placed.statusCode !== 200 || !isPaid) return;
  await pressPaymentButton(academy, placed.json(), 'pay-away');
  await recheckOrder(student, placed.json().attempt_id);
}

/** Cancels a booked line of an order, with a random refund, twice at the same time under one key. */
async function cancelOne(orderId: string, random: Random): Promise<void> {
  const line = random.one(await readBookedLines(db, orderId));
  const refundPaise = random.one(['full', 0, Math.floor((line?.paidPaise ?? 0) / 3)] as const);
  const wish = { ...request(), orderId, lines: [{ itemId: line?.itemId ?? 0, refundPaise }] };
  await Promise.all([cancel(academy, wish), cancel(academy, wish)]);
}

async function transferOne(orderId: string, random: Random): Promise<void> {
  const lines = await readBookedLines(db, orderId);
  const course = random.one(lines.flatMap(({ courses: booked }) => booked));
  await transfer(academy, { orderId, courseId: course?.course_id ?? 0, toBatchId: random.one(allBatches) });
}

/** Sets the capacity of a batch to a random number that is not below its taken seats. */
const resizeOne = (batchId: number, more: number) =>
  inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, batchId);
    await setCapacity(tx, batchId, (batch?.taken ?? 0) + more);
  });

const sellAtOffice = (batchId: number, seats: number) => inTransaction(db, (tx) => setOfficeSeats(tx, batchId, seats));

/** Runs an action of staff. A refusal by the rules is allowed. */
async function allowRefusals(action: Promise<unknown>): Promise<'done' | 'refused'> {
  try {
    await action;
    return 'done';
  } catch (error) {
    if (error instanceof ChangeRefusal || error instanceof BatchRefusal) return 'refused';
    throw error;
  }
}

async function playRound(random: Random): Promise<Array<'done' | 'refused'>> {
  const orders = await db.selectFrom('orders').select('id').where('state', '=', 'completed').execute();
  const booking = Array.from({ length: students }, () => book(random));
  const staff = Array.from({ length: Math.ceil(students * 0.75) }, () => {
    const id = random.one(orders)?.id ?? 'LF-2026-000000';
    const batchId = random.one(allBatches);
    const kind = random.upTo(6);
    if (kind <= 1) return allowRefusals(cancelOne(id, random));
    if (kind <= 3) return allowRefusals(transferOne(id, random));
    return allowRefusals(kind === 4 ? resizeOne(batchId, random.upTo(8)) : sellAtOffice(batchId, random.upTo(3)));
  });
  const [done] = await Promise.all([Promise.all(staff), Promise.all(booking)]);
  return done;
}

/** What the academy has received by the ledger, by the payments and by settled refunds, in paise. */
async function readMoney() {
  const { rows } = await sql<{ ledger: number; payments: number }>`
    select coalesce((select sum(amount_paise) from ledger_entries where account in ('gateway', 'office')), 0)::bigint as ledger,
      (coalesce((select sum(amount_paise) from provider_payments where outcome = 'approved'), 0)
        - coalesce((select sum(amount_paise) from refunds where state = 'settled'), 0))::bigint as payments`.execute(
    db,
  );
  return rows[0];
}

it('concurrent bookings, cancellations, transfers, changes of batch sizes and office sales keep seats and money consistent', {
  timeout: isSoak ? 3_600_000 : 300_000,
}, async () => {
  const outcomes: Array<'done' | 'refused'> = [];
  for (let round = 0; round < rounds; round++) {
    outcomes.push(...(await playRound(randomOf(seed + round))));
    await academy.app.sendRefunds();
    expect({ seed: seed + round, differences: await findDifferences(db) }).toEqual({
      ...{ seed: seed + round, differences: [] },
    });
    const money = await readMoney();
    expect(money?.ledger).toBe(money?.payments);
  }
  const count = (outcome: 'done' | 'refused') => outcomes.filter((one) => one === outcome).length;
  console.log(`${rounds} rounds, SEED=${seed}: ${count('done')} changes by staff, ${count('refused')} refused`);
  expect(count('done')).toBeGreaterThan(rounds);
});

import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { clientHeader, clientName, idempotencyHeader } from '../../../../contract/headers.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { storeRefundPolicy } from '../../../../server/orders/changes/refund-policy.ts';
import { settleRefund } from '../../../../server/orders/refunds/refund.repo.ts';
import { hire } from '../../../support/staff.ts';
import { openAcademy, type StudentBrowser } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { order, pressPaymentButton, recheckOrder } from '../ordering.ts';
import { orderDeps } from '../place/order-server.ts';
import { findDifferences } from './booked-order.ts';

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = isSoak ? 100 : 5;
const students = isSoak ? 200 : 12;
/** How many changes each registrar makes in one round. */
const changesEach = isSoak ? 48 : 8;
const reason = 'as agreed by phone';

const high = '10000000';
const academy = await openAcademy({ RATE_READ: high, RATE_WRITE: high, RATE_ORDER: high }, { max: 12 });
const { db, clock } = academy;
const registrars = await Promise.all(Array.from({ length: 3 }, () => hire(academy, 'registrar')));
type Registrar = (typeof registrars)[number];
// The batches start 22 to 42 days later. With these steps of the refund policy, some bookings are refunded in full,
// some in part and some not at all.
const refundSteps = [
  { days: 40, percent: 100 },
  { days: 30, percent: 70 },
  { days: 23, percent: 35 },
  { days: 0, percent: 0 },
];
await inTransaction(db, (tx) => storeRefundPolicy(tx, refundSteps));
/** The ids of all students so far, to whom the registrars sell at the office. */
const everyone: string[] = [];
const fireBatches = [batches.fireOpen, batches.fireSeven, batches.fireFull];
const radarBatches = [batches.radarOpen, batches.radarSeven];
const allBatches: number[] = [...fireBatches, ...radarBatches, batches.firstAidOpen];

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

/**
 * Makes a call as the site and the console do: if the server is busy (503), waits for its Retry-After and calls again.
 * Hundreds of calls share the 12 connections to the database.
 */
async function patiently(send: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const response = await send();
  if (response.statusCode !== 503) return response;
  await wait(Number(response.headers['retry-after']) * 1_000);
  return patiently(send);
}

/** Registers and signs in a student who repeats calls while the server is busy. */
async function enrolPatient(): Promise<StudentBrowser> {
  const student = await academy.enrol();
  return { ...student, send: (...sent) => patiently(() => student.send(...sent)) };
}

/** Fills the cart of a student and places an order, which is usually paid. */
async function book(student: StudentBrowser, random: Random): Promise<void> {
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

type Kind = 'cancel' | 'transfer' | 'sell' | 'resize' | 'keep office seats';
/** The kinds of changes that each registrar makes, in this sequence, again and again. */
const kinds: readonly Kind[] = [
  'cancel',
  'transfer',
  'sell',
  'resize',
  'cancel',
  'transfer',
  'sell',
  'keep office seats',
];

/** Makes a call in a registrar's browser. */
async function call({ headers }: Registrar, method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) {
  const sent = { ...headers, [clientHeader]: clientName, ...(key ? { [idempotencyHeader]: key } : {}) };
  const url = `/api/staff${path}`;
  const request = { method, url, headers: sent, ...(body ? { payload: body } : {}) };
  return patiently(() => academy.app.server.inject(request));
}

/** Reads what the registrar sees before a change; undefined if there is nothing to change any more. */
async function read<T>(registrar: Registrar, path: string): Promise<T | undefined> {
  const response = await call(registrar, 'GET', path);
  expect([200, 404, 409], response.body).toContain(response.statusCode);
  return response.statusCode === 200 ? (response.json().data as T) : undefined;
}

/** A change to send: method, path and body. */
type Wish = ['POST' | 'PUT', string, object];
type OpenBatch = { batch_id: number; course_id: number; price: number };
type Line = { item_id: number; refund: number; courses: Array<{ course_id: number }> };

async function toCancel(registrar: Registrar, orderId: string, random: Random): Promise<Wish | undefined> {
  const found = await read<{ lines: Line[] }>(registrar, `/orders/${orderId}/cancellation`);
  if (!found?.lines.length) return undefined;
  const { item_id, refund } = random.one(found.lines);
  return ['POST', `/orders/${orderId}/cancel`, { item_ids: [item_id], refund, reason }];
}

async function toTransfer(registrar: Registrar, orderId: string, random: Random): Promise<Wish | undefined> {
  const found = await read<{ lines: Line[] }>(registrar, `/orders/${orderId}/cancellation`);
  const booked = found?.lines.flatMap((line) => line.courses) ?? [];
  if (booked.length === 0) return undefined;
  const chosen = { course_id: random.one(booked).course_id, to_batch_id: random.one(allBatches) };
  const query = `course_id=${chosen.course_id}&to_batch_id=${chosen.to_batch_id}`;
  const preview = await read<{ refund: number; due: number }>(registrar, `/orders/${orderId}/transfer?${query}`);
  if (!preview) return undefined;
  const { refund, due } = preview;
  return ['POST', `/orders/${orderId}/transfer`, { ...chosen, refund, due, reason }];
}

/** Sells a course to a student of this round, who may be booking at the same time, or of an earlier round. */
async function toSell(registrar: Registrar, random: Random): Promise<Wish | undefined> {
  const open = (await read<OpenBatch[]>(registrar, '/open-batches')) ?? [];
  const { batch_id, course_id, price } = random.one(open.filter((batch) => allBatches.includes(batch.batch_id)));
  const line = { type: 'course', id: course_id, batches: [{ course_id, batch_id }] };
  const student_id = random.one(random.upTo(2) === 0 ? everyone : everyone.slice(-students));
  const from_office_seats = random.upTo(3) === 0;
  const sale = {
    student_id,
    line,
    price,
    payment: { method: 'cash' },
    from_office_seats,
    terms_version: '2026-01',
    reason,
  };
  return ['POST', '/sales', sale];
}

/** Changes the capacity of a batch to a random number that is not below the taken seats that the registrar sees. */
async function toResize(registrar: Registrar, batchId: number, random: Random): Promise<Wish> {
  const batch = await read<{ capacity: number; free: number }>(registrar, `/batches/${batchId}`);
  const taken = batch ? batch.capacity - batch.free : 0;
  return ['PUT', `/batches/${batchId}`, { capacity: taken + 1 + random.upTo(8), reason }];
}

type Change = { kind: Kind; isDone: boolean };

/**
 * Makes a random change as a registrar, who first reads what the console shows. Sends the change twice at the same time
 * under one idempotency key. The server may refuse it.
 */
async function change(registrar: Registrar, kind: Kind, orderId: string, random: Random): Promise<Change> {
  const batchId = random.one(allBatches);
  const wish = await {
    cancel: () => toCancel(registrar, orderId, random),
    transfer: () => toTransfer(registrar, orderId, random),
    sell: () => toSell(registrar, random),
    resize: () => toResize(registrar, batchId, random),
    'keep office seats': (): Wish => ['PUT', `/batches/${batchId}`, { office_seats: random.upTo(3), reason }],
  }[kind]();
  if (!wish) return { kind, isDone: false };
  const key = crypto.randomUUID();
  const responses = await Promise.all([call(registrar, ...wish, key), call(registrar, ...wish, key)]);
  for (const { statusCode, body } of responses) expect([200, 404, 409], `${kind}: ${body}`).toContain(statusCode);
  return { kind, isDone: responses.some(({ statusCode }) => statusCode === 200) };
}

/** Three registrars make all their changes of this round at once, while the students book. */
async function playRound(random: Random): Promise<Change[]> {
  const { rows: booked } = await sql<{ id: string }>`
    select o.id from orders o where o.state = 'completed'
      and exists (select from order_items i where i.order_id = o.id and i.cancelled_at is null) order by o.id`.execute(
    db,
  );
  const enrolled = await Promise.all(Array.from({ length: students }, enrolPatient));
  everyone.push(...enrolled.map(({ id }) => id));
  const bookings = enrolled.map((student) => book(student, random));
  const changes = registrars.flatMap((registrar) =>
    Array.from({ length: changesEach }, (_, place) => {
      const orderId = random.one(booked)?.id ?? 'LF-2026-000000';
      return change(registrar, kinds[place % kinds.length] ?? 'cancel', orderId, random);
    }),
  );
  const [done] = await Promise.all([Promise.all(changes), Promise.all(bookings)]);
  return done;
}

/** Sends the refunds of online payments, and pays those of payments at the office by hand, as accounts staff do. */
async function payRefunds(): Promise<void> {
  await academy.app.sendRefunds();
  const byHand = db.selectFrom('refunds').select('id').where('provider', '=', 'office').where('state', '<>', 'settled');
  for (const { id } of await byHand.execute()) {
    const refund = { id, reference: null, isByStaff: true };
    expect(await inTransaction(db, (tx) => settleRefund(tx, orderDeps(db, clock), refund))).toBe(true);
  }
}

/**
 * Compares what the academy has received at the payment gateway and at the office, in paise: the ledger against the
 * payments and settled refunds. Returns each account whose two sums differ.
 */
async function findMoneyDifferences() {
  const { rows } = await sql<{ account: string; ledger: number; payments: number }>`
    with booked as (
      select account, sum(amount_paise) as paise from ledger_entries where account in ('gateway', 'office') group by account
    ), moved as (
      select provider, amount_paise from provider_payments where outcome = 'approved'
      union all select provider, -amount_paise from refunds where state = 'settled'
    ), paid as (
      select case provider when 'office' then 'office' else 'gateway' end as account, sum(amount_paise) as paise
      from moved group by 1
    )
    select account, booked.paise as ledger, paid.paise as payments
    from booked full join paid using (account) where booked.paise is distinct from paid.paise`.execute(db);
  return rows;
}

it('seats and money stay consistent while students book and three registrars sell, cancel and transfer courses and change the capacity of batches', {
  timeout: isSoak ? 3_600_000 : 300_000,
}, async () => {
  const begun = performance.now();
  const changes: Change[] = [];
  for (let round = 0; round < rounds; round++) {
    changes.push(...(await playRound(randomOf(seed + round))));
    await payRefunds();
    expect({ seed: seed + round, differences: await findDifferences(db) }).toEqual({
      ...{ seed: seed + round, differences: [] },
    });
    expect(await findMoneyDifferences()).toEqual([]);
  }
  const done = (kind: Kind) => changes.filter((one) => one.kind === kind && one.isDone).length;
  const counts = [...new Set(kinds)].map((kind) => `${kind} ${done(kind)}`).join(', ');
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${rounds} rounds of ${students} students in ${minutes} minutes, SEED=${seed}: ${counts}`);
  for (const kind of kinds) expect(done(kind), counts).toBeGreaterThan(0);
});

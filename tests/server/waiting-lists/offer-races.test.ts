import process from 'node:process';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { readEnv } from '../../../server/env.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { addFire, expectInvariants, order, pressPaymentButton } from '../orders/ordering.ts';
import { accept, clearLists, entriesOf, fill, joinFire, joinSea, leave } from './waiting.ts';

const isSoak = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = isSoak ? 100 : 8;
const studentsInRound = 8;
const stepsOfStudent = 4;
const { fireFull, radarSeven } = batches;

const academy = await openAcademy();
const { db, app } = academy;
// A second process on the same database, whose job competes with the first one's.
const otherDb = openDatabase(academy.url, { max: 4 });
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
const other = await buildApp({ env, db: otherDb, clock: academy.clock, release: 'test' });
afterAll(() => otherDb.destroy());

/** Returns a seeded random generator (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Step = (student: StudentBrowser) => Promise<unknown>;

const ownEntry = async (student: StudentBrowser, state: string) =>
  (await entriesOf(student)).find((entry) => entry.state === state);

async function orderAndPay(student: StudentBrowser, choice: 'pay' | 'decline' | null): Promise<void> {
  const response = await order(student);
  expect(response.statusCode, response.body).toBeLessThan(500);
  if (response.statusCode === 200 && choice) await pressPaymentButton(academy, response.json(), choice);
}

/** Everything that students, staff and time can do to a batch with a waiting list. */
const steps: Step[] = [
  (student) => joinFire(student),
  (student) => joinSea(student, fireFull, radarSeven),
  async (student) => {
    const entry = (await ownEntry(student, 'waiting')) ?? (await ownEntry(student, 'offered'));
    if (entry) expect((await leave(student, entry.id)).statusCode).toBe(200);
  },
  async (student) => {
    const entry = await ownEntry(student, 'offered');
    if (entry && (await accept(student, entry.id)).statusCode === 200) await orderAndPay(student, 'pay');
  },
  async (student) => {
    const entry = await ownEntry(student, 'offered');
    if (entry && (await accept(student, entry.id)).statusCode === 200) await orderAndPay(student, 'decline');
  },
  async (student) => {
    const add = { type: 'course', course_id: courses.fire, batch_id: fireFull };
    if ((await student.send('POST', '/api/cart/add', add)).statusCode === 200) await orderAndPay(student, null);
  },
  () => sql`update batches set capacity = capacity + 1 where id = ${fireFull}`.execute(db),
  () => sql`update batches set capacity = capacity + 1 where id = ${radarSeven}`.execute(db),
  () => sql`update seat_claims set expires_at = now() where kind = 'hold' and order_id is not null`.execute(db),
  () =>
    sql`with ended as (update waiting_entries set offer_until = now() where state = 'offered' and id % 3 = 0 returning id)
    update seat_claims c set expires_at = now() from ended where c.waiting_entry_id = ended.id`.execute(db),
  () => app.settlePayments(),
  () => app.makeOffers(),
  () => other.makeOffers(),
];

/** SQL for offers of the fire fighting course that were made although an earlier student was still waiting. */
const overtakenSql = sql`
  select later.id from waiting_entries earlier join waiting_entries later on later.id > earlier.id
  where earlier.batch_ids = ${[fireFull]}::integer[] and later.batch_ids = ${[fireFull]}::integer[]
    and later.offered_at is not null and earlier.created_at > now() - interval '1 hour'
    and (earlier.offered_at > later.offered_at
      or earlier.offered_at is null and (earlier.ended_at is null or earlier.ended_at > later.offered_at))`;

async function playRound(round: number): Promise<void> {
  const random = randomOf(seed + round);
  const pick = () => steps[Math.floor(random() * steps.length)] ?? (() => app.makeOffers());
  const plans = Array.from({ length: studentsInRound }, () => Array.from({ length: stepsOfStudent }, pick));
  const students = await Promise.all(plans.map(() => academy.enrol()));
  // Most students begin on the waiting list, so that seats can be offered.
  for (const [at, student] of students.entries())
    if (random() < 0.7) await (at % 3 === 0 ? joinSea(student, fireFull, radarSeven) : joinFire(student));
  await Promise.all(
    plans.map(async (plan, at) => {
      const student = students[at];
      if (student) for (const step of plan) await step(student);
    }),
  );
  for (let pass = 0; pass < 3; pass++) expect((await app.makeOffers()).failures).toEqual([]);
}

it('concurrent seat offers, orders, payments, cancellations and expirations oversell no batch and serve waiting lists in order', {
  timeout: isSoak ? 3_600_000 : 120_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    await clearLists(academy);
    await fill(academy, radarSeven);
    await playRound(round);
    const note = `SEED=${seed}, round ${round}`;
    await expectInvariants(academy);
    const held =
      await sql`select e.*, c.batch_id, c.expires_at, now() from waiting_entries e join seat_claims c on c.waiting_entry_id = e.id
      where e.state <> 'offered'`.execute(db);
    expect(held.rows, note).toEqual([]);
    expect((await overtakenSql.execute(db)).rows, note).toEqual([]);
    const idle = await sql`select e.id from waiting_entries e where e.state = 'waiting' and not exists (
      select from batches b where b.id = any(e.batch_ids) and b.taken >= b.capacity)`.execute(db);
    expect(idle.rows, note).toEqual([]);
    await sql`delete from waiting_entry_batches`.execute(db);
    await sql`delete from seat_claims where waiting_entry_id is not null`.execute(db);
    await sql`delete from waiting_entries`.execute(db);
    await sql`update batches b set taken = (select coalesce(sum(seats), 0) from seat_claims c where c.batch_id = b.id)`.execute(
      db,
    );
  }
  console.log(`${rounds} rounds of offers and bookings with two processes, SEED=${seed}`);
});

it('when a student’s seat offer ends, nobody can buy the seat before it is offered to the next student on the waiting list', async () => {
  await clearLists(academy);
  const [first, second, stranger] = [await academy.enrol(), await academy.enrol(), await academy.enrol()];
  await addFire(stranger, batches.fireOpen);
  for (const student of [first, second]) expect((await joinFire(student)).statusCode).toBe(200);
  await sql`update batches set capacity = 3 where id = ${fireFull}`.execute(db);
  await app.makeOffers();
  await sql`update cart_batches set batch_id = ${fireFull} where student_id = ${stranger.id}`.execute(db);
  await sql`update waiting_entries set offer_until = now() where state = 'offered'`.execute(db);
  await sql`update seat_claims set expires_at = now() where waiting_entry_id is not null`.execute(db);
  expect((await order(stranger)).json()).toMatchObject({ code: 'BATCH_FULL' });
  await app.makeOffers();
  expect(await entriesOf(second)).toMatchObject([{ state: 'offered' }]);
});

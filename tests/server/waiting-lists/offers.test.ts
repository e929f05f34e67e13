import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  claims,
  expectInvariants,
  expireHolds,
  order,
  pay,
  placeOrder,
  pressPaymentButton,
  readCart,
  recheckOrder,
} from '../orders/ordering.ts';
import {
  accept,
  available,
  clearLists,
  emailsTo,
  endOffer,
  enlarge,
  entryOf,
  fill,
  joinFire,
  joinSea,
  leave,
  runJob,
  waitingFor,
} from './waiting.ts';

const academy = await openAcademy();
const { db, enrol } = academy;
const { fireFull } = batches;

afterEach(async () => {
  await expectInvariants(academy);
  await clearLists(academy);
});

/** Creates a student with an offer for the formerly full batch. */
async function offered() {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  return student;
}

describe('offering freed seats', () => {
  it('a freed seat is offered by email to the first student on the waiting list, and held until the deadline', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    const { state, offer_until, place } = await entryOf(first);
    expect({ state, place }).toEqual({ state: 'offered', place: null });
    const hours = (Date.parse(offer_until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await emailsTo(academy, first)).toEqual(['A seat is free: Fire Fighting']);
    expect(await emailsTo(academy, second)).toEqual([]);
  });

  it('running the offer job twice makes no second offer', async () => {
    const student = await offered();
    await runJob(academy);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await emailsTo(academy, student)).toHaveLength(1);
  });

  it('only the student with the offer sees the seat and can buy it', async () => {
    const student = await offered();
    const stranger = await enrol();
    expect(await available(student, fireFull)).toBe(1);
    expect(await available(stranger, fireFull)).toBe(0);
    const add = { type: 'course', course_id: courses.fire, batch_id: fireFull };
    expect((await stranger.send('POST', '/api/cart/add', add)).json()).toMatchObject({ code: 'BATCH_FULL' });
  });

  it('the seat of an expired hold goes to the waiting list, not to the next buyer', async () => {
    await enlarge(academy, fireFull, 1);
    const [buyer, stranger] = [await enrol(), await enrol()];
    await addFire(buyer, fireFull);
    await addFire(stranger, fireFull);
    const created = await placeOrder(buyer);
    const student = await waitingFor(academy);
    await expireHolds(academy, created.order_id);
    expect((await order(stranger)).json()).toMatchObject({ code: 'BATCH_FULL' });
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered' });
    expect((await order(stranger)).json()).toMatchObject({ code: 'BATCH_FULL' });
  });

  it('an entry for several batches is passed over while one is full, and served before later entries afterwards', async () => {
    await fill(academy, batches.radarSeven);
    const both = await waitingFor(academy, (one) => joinSea(one, fireFull, batches.radarSeven));
    const fire = await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    expect(await entryOf(both)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await entryOf(fire)).toMatchObject({ state: 'offered' });
    await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    await db.deleteFrom('seat_claims').where('batch_id', '=', batches.radarSeven).execute();
    await db.updateTable('batches').set({ taken: 0 }).where('id', '=', batches.radarSeven).execute();
    await runJob(academy);
    expect(await entryOf(both)).toMatchObject({ state: 'offered' });
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 1, bookings: 0 });
    expect(await claims(academy, fireFull)).toEqual({ holds: 2, bookings: 0 });
  });

  it('a student has at most two offers at once, and the next seat goes to somebody else', async () => {
    const { fireSeven, radarSeven } = batches;
    for (const batch of [fireSeven, radarSeven]) await fill(academy, batch);
    const student = await enrol();
    await joinFire(student);
    await joinFire(student, fireSeven);
    await joinSea(student, fireFull, radarSeven);
    const other = await waitingFor(academy, (one) => joinSea(one, fireFull, radarSeven));
    await enlarge(academy, fireFull, 2);
    await enlarge(academy, fireSeven, 1);
    await enlarge(academy, radarSeven, 1);
    await runJob(academy);
    await sql`update batches set capacity = 7 where id in (${fireSeven}, ${radarSeven}) and taken <= 7`.execute(db);
    expect(await entryOf(other)).toMatchObject({ state: 'offered' });
    const rows = db.selectFrom('waiting_entries').select('state').where('student_id', '=', student.id).orderBy('id');
    expect((await rows.execute()).map(({ state }) => state)).toEqual(['offered', 'offered', 'waiting']);
    await clearLists(academy);
    await sql`update batches set capacity = 7 where id in (${fireSeven}, ${radarSeven})`.execute(db);
  });
});

describe('accepting', () => {
  it('accepting an offer puts the batch into the cart, and the order takes over the held seat', async () => {
    const student = await offered();
    const { id } = await entryOf(student);
    expect((await accept(student, id)).statusCode).toBe(200);
    expect((await readCart(student)).items.map(({ course }) => course?.batch.id)).toEqual([fireFull]);
    const created = await placeOrder(student);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
    await runJob(academy);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    await pay(academy, student, created);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'booked' });
  });

  it('an order takes over the offers of its own student only', async () => {
    const [student, other] = [await offered(), await offered()];
    await accept(student, (await entryOf(student)).id);
    await placeOrder(student);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
    expect(await entryOf(other)).toMatchObject({ state: 'offered', is_ordered: false });
  });

  it('accepting an offer replaces another batch of the course in the cart', async () => {
    const student = await offered();
    await addFire(student, batches.fireOpen);
    expect((await accept(student, (await entryOf(student)).id)).statusCode).toBe(200);
    expect((await readCart(student)).items.map(({ course }) => course?.batch.id)).toEqual([fireFull]);
  });

  it('accepting an offer of a package replaces its courses in the cart', async () => {
    await fill(academy, batches.radarSeven);
    const student = await waitingFor(academy, (one) => joinSea(one, fireFull, batches.radarSeven));
    await enlarge(academy, fireFull, 1);
    await enlarge(academy, batches.radarSeven, 1);
    await runJob(academy);
    await addFire(student, batches.fireOpen);
    expect((await accept(student, (await entryOf(student)).id)).statusCode).toBe(200);
    const { items } = await readCart(student);
    expect(items.map((line) => line.package?.batches.map(({ batch }) => batch.id))).toEqual([
      [fireFull, batches.radarSeven],
    ]);
    await clearLists(academy);
    await sql`update batches set capacity = 7 where id = ${batches.radarSeven}`.execute(db);
  });

  it('an offer can be accepted only while it exists, and only by its own student', async () => {
    const student = await waitingFor(academy);
    const { id } = await entryOf(student);
    expect((await accept(student, id)).json()).toMatchObject({ code: 'OFFER_ENDED' });
    expect((await accept(await enrol(), id)).statusCode).toBe(404);
  });

  it('an order that ends unpaid returns the seat to the offer until its deadline', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    const stranger = await enrol();
    expect(await available(stranger, fireFull)).toBe(0);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: false });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await emailsTo(academy, student)).toHaveLength(2);
    await pay(academy, student, await placeOrder(student));
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
  });

  it('changing an order keeps the seat on offer', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const changed = await placeOrder(student);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    await pay(academy, student, changed);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
  });

  it('a late payment books the seat that has already returned to the offer', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    const created = await placeOrder(student);
    await expireHolds(academy, created.order_id);
    await runJob(academy);
    await pay(academy, student, created);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
  });

  it('an order for one of several offered courses releases the seats of the others', async () => {
    await fill(academy, batches.radarSeven);
    const student = await waitingFor(academy, (one) => joinSea(one, fireFull, batches.radarSeven));
    await enlarge(academy, fireFull, 1);
    await enlarge(academy, batches.radarSeven, 1);
    await runJob(academy);
    await addFire(student, fireFull);
    await pay(academy, student, await placeOrder(student));
    await runJob(academy);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
    expect(await claims(academy, batches.radarSeven)).toEqual({ holds: 0, bookings: 0 });
    await sql`update batches set capacity = 7, taken = 7 where id = ${batches.radarSeven}`.execute(db);
  });
});

describe('the end of an entry', () => {
  it('an offer that expires is followed by an email, and the seat is offered to the next student', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    await endOffer(academy, await entryOf(first));
    expect((await accept(first, (await entryOf(first)).id)).json()).toMatchObject({ code: 'OFFER_ENDED' });
    await runJob(academy);
    expect(await entryOf(first)).toMatchObject({ state: 'ended', end_reason: 'missed' });
    expect(await emailsTo(academy, first)).toEqual([
      'A seat is free: Fire Fighting',
      'Waiting list ended: Fire Fighting',
    ]);
    expect(await entryOf(second)).toMatchObject({ state: 'offered' });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  });

  it('an offer does not end while its order can still be paid', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    const created = await placeOrder(student);
    await endOffer(academy, await entryOf(student));
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
    await pay(academy, student, created);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ end_reason: 'booked' });
  });

  it('leaving the waiting list gives the offered seat to the next student', async () => {
    const first = await offered();
    const second = await waitingFor(academy);
    await leave(first, (await entryOf(first)).id);
    await runJob(academy);
    expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  });

  it('booking the course in another batch ends the waiting list entry without an email', async () => {
    const student = await waitingFor(academy);
    await addFire(student, batches.fireOpen);
    await pay(academy, student, await placeOrder(student));
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'booked' });
    expect((await emailsTo(academy, student)).filter((subject) => subject.startsWith('Waiting'))).toEqual([]);
  });

  it.each([
    ['closed', { status: 'closed' as const }],
    ['cancelled', { status: 'closed' as const, publication: 'cancelled' as const }],
    ['started', { start_date: '2026-03-10' }],
  ])(
    'the waiting list of a batch that is %s ends with an email, and its offers are withdrawn',
    async (reason, change) => {
      const student = await offered();
      const second = await waitingFor(academy);
      await db.updateTable('batches').set(change).where('id', '=', fireFull).execute();
      await runJob(academy);
      for (const one of [student, second]) {
        expect(await entryOf(one)).toMatchObject({ state: 'ended', end_reason: reason });
        expect((await emailsTo(academy, one)).at(-1)).toBe('Waiting list ended: Fire Fighting');
      }
      expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 0 });
      await db.updateTable('batches').set({ start_date: '2026-04-21' }).where('id', '=', fireFull).execute();
    },
  );
});

describe('what the database guarantees', () => {
  const entryId = async () => (await entryOf(await offered())).id;

  it('a seat claim cannot belong to both an offer and an order, and an offered seat cannot be a booking', async () => {
    const id = await entryId();
    const change = (set: string) =>
      sql`update seat_claims set ${sql.raw(set)} where waiting_entry_id = ${id}`.execute(db);
    await expect(change("kind = 'booking', expires_at = null")).rejects.toThrow('seat_claims_owner');
    await expect(change('waiting_entry_id = null')).rejects.toThrow('seat_claims_owner');
    const { student } = { student: await enrol() };
    await addFire(student);
    const { order_id } = await placeOrder(student);
    await expect(change(`order_id = '${order_id}'`)).rejects.toThrow('seat_claims_owner');
  });

  it('a waiting list entry has at most one offered seat in each batch', async () => {
    const id = await entryId();
    const again = sql`insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
      values (${fireFull}, ${id}, 'hold', 1, now())`;
    await expect(again.execute(db)).rejects.toThrow('seat_claims_offer');
  });
});

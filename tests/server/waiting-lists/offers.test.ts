import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { cancelUnbookedBatch } from '../../../server/booking/batches/batch-change.repo.ts';
import { contactStatus } from '../../../server/db/schema.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
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
import { lockBatch, lockStudent, lockWait } from '../orders/place/open-order-queue.ts';
import {
  accept,
  available,
  clearLists,
  emailsTo,
  emailTextsTo,
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
const { db, enrol, clock } = academy;
const { fireFull } = batches;

afterEach(async () => {
  await expectInvariants(academy);
  await clearLists(academy);
});

/** Creates a student to whom a seat is offered, by adding a seat to the full batch `fireFull`. */
async function offered() {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  return student;
}

describe('offering freed seats', () => {
  it('a freed seat is offered by email to the first student on the waiting list and held for up to 12 hours', async () => {
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

  it.each(['unverified', 'locked'] as const)(
    'emails about a waiting list go to a student’s new email address even if the status of the address is “%s”',
    async (status) => {
      const student = await waitingFor(academy);
      const email = `new.${status}@example.com`;
      const changed = { email, email_standing: contactStatus[status] };
      await db.updateTable('students').set(changed).where('id', '=', student.id).execute();
      await enlarge(academy, fireFull, 1);
      await runJob(academy);
      expect(await emailsTo(academy, student)).toEqual(['A seat is free: Fire Fighting']);
      await endOffer(academy, await entryOf(student));
      await runJob(academy);
      expect((await emailsTo(academy, student)).at(-1)).toBe('Waiting list ended: Fire Fighting');
    },
  );

  it('the email about a seat that is offered half a second before its batch starts has a deadline', async () => {
    const student = await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    const untilLate = Date.parse('2026-04-20T23:59:59.500+05:30') - clock.now();
    clock.advance(untilLate);
    onTestFinished(() => clock.advance(-untilLate));
    await runJob(academy);
    const [text = ''] = await emailTextsTo(academy, student);
    expect(text).toContain('We hold it for you until ');
    expect(text).not.toContain('1970');
  });

  it('running the waiting-list job twice offers a freed seat only once', async () => {
    const student = await offered();
    await runJob(academy);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await emailsTo(academy, student)).toHaveLength(1);
  });

  it('a seat offered to a waiting student is available to that student and to nobody else', async () => {
    const student = await offered();
    const stranger = await enrol();
    expect(await available(student, fireFull)).toBe(1);
    expect(await available(stranger, fireFull)).toBe(0);
    const add = { type: 'course', course_id: courses.fire, batch_id: fireFull };
    expect((await stranger.send('POST', '/api/cart/add', add)).json()).toMatchObject({ code: 'BATCH_FULL' });
  });

  it('a seat whose hold has expired goes to the waiting list, not to the next student who orders', async () => {
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

  it('a waiting list entry for two batches is passed over while one of them is full, but keeps its place in the list', async () => {
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

  it('a student has at most two offers of seats at once, and the next seat is offered to somebody else', async () => {
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
  it('accepting the offer of a seat puts the batch into the cart, and the order takes over the offered seat', async () => {
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

  it('a student’s order takes the seat that is offered to the student, not a seat that is offered to somebody else', async () => {
    const [student, other] = [await offered(), await offered()];
    await accept(student, (await entryOf(student)).id);
    await placeOrder(student);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
    expect(await entryOf(other)).toMatchObject({ state: 'offered', is_ordered: false });
  });

  it('accepting the offer of a seat replaces another batch of the same course in the cart, and nothing else', async () => {
    const [student, other] = [await offered(), await enrol()];
    for (const one of [student, other]) {
      await addFire(one, batches.fireOpen);
      await addCourse(one, courses.firstAid, batches.firstAidOpen);
    }
    expect((await accept(student, (await entryOf(student)).id)).statusCode).toBe(200);
    const batchesOf = async (one: StudentBrowser) => (await readCart(one)).items.map(({ course }) => course?.batch.id);
    expect(await batchesOf(student)).toEqual([batches.firstAidOpen, fireFull]);
    expect(await batchesOf(other)).toEqual([batches.fireOpen, batches.firstAidOpen]);
  });

  it('if a course of a package is in the cart, accepting an offer for the package replaces the course with the whole package', async () => {
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

  it('the emails that offer the seats of a package, and those that end the offer, mention the seats in the plural', async () => {
    await fill(academy, batches.radarSeven);
    const student = await waitingFor(academy, (one) => joinSea(one, fireFull, batches.radarSeven));
    await enlarge(academy, fireFull, 1);
    await enlarge(academy, batches.radarSeven, 1);
    await runJob(academy);
    await endOffer(academy, await entryOf(student));
    await runJob(academy);
    expect(await emailsTo(academy, student)).toEqual(['Seats are free: Sea Start', 'Waiting list ended: Sea Start']);
    const texts = await emailTextsTo(academy, student);
    expect(texts[0]).toContain('We hold them for you until');
    expect(texts[0]).toContain('If you do not book by then, they are offered to the next student.');
    expect(texts[1]).toContain('The seats that we held for you were not booked in time');
    await clearLists(academy);
    await sql`update batches set capacity = 7 where id = ${batches.radarSeven}`.execute(db);
  });

  it('accepting an offer returns OFFER_ENDED if the waiting list entry has no offer, and 404 if the entry is another student’s', async () => {
    const student = await waitingFor(academy);
    const { id } = await entryOf(student);
    expect((await accept(student, id)).json()).toMatchObject({ code: 'OFFER_ENDED' });
    expect((await accept(await enrol(), id)).statusCode).toBe(404);
  });

  it('when a student’s order for an offered seat ends unpaid, the seat stays reserved and the student can order it again', async () => {
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

  it('a student who changes the order for an offered seat keeps that seat', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    await placeOrder(student);
    await addCourse(student, courses.firstAid, batches.firstAidOpen);
    const changed = await placeOrder(student);
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    await pay(academy, student, changed);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
  });

  it('a late payment books the seat that was offered to the student, even after the seat hold of the order has expired', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    const created = await placeOrder(student);
    await expireHolds(academy, created.order_id);
    await runJob(academy);
    await pay(academy, student, created);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
  });

  it('booking one course of an offered package releases the seats offered in its other courses', async () => {
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
  it('when a student’s seat offer expires, the student gets an email and the seat is offered to the next student', async () => {
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

  it('a seat offer whose seat is gone ends as missed if it expires while the waiting-list job runs, and the student does not wait again', async () => {
    const student = await offered();
    await accept(student, (await entryOf(student)).id);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    await enlarge(academy, fireFull, -1);
    const lock = await lockBatch(academy, fireFull);
    const job = runJob(academy);
    await lockWait(academy);
    await sql`update waiting_entries set offer_until = clock_timestamp() where state = 'offered'`.execute(db);
    await lock.release();
    await job;
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'missed' });
  });

  it('a student whose payment for another batch of the course arrives while the waiting-list job runs is offered no seat', async () => {
    const student = await waitingFor(academy);
    await addFire(student);
    const created = await placeOrder(student);
    await pressPaymentButton(academy, created, 'pay-away');
    await enlarge(academy, fireFull, 1);
    const lock = await lockStudent(academy, student);
    const paying = recheckOrder(student, created.attempt_id);
    await lockWait(academy);
    const job = runJob(academy);
    await lockWait(academy, 2);
    await lock.release();
    await Promise.all([paying, job]);
    expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 0 });
    expect(await emailsTo(academy, student)).toEqual([`Booking confirmed: ${created.order_id}`]);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'booked' });
  });

  it('the offer of a seat does not end while the order for the seat can still be paid', async () => {
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

  it('when a student with an offered seat leaves the waiting list, the seat is offered to the next student', async () => {
    const first = await offered();
    const second = await waitingFor(academy);
    await leave(first, (await entryOf(first)).id);
    await runJob(academy);
    expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  });

  it('booking another batch of the same course ends a student’s waiting list entry without an email', async () => {
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
    'the waiting list of a %s batch ends with an email to each student, and its offers are withdrawn',
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

  it('a batch whose only taken seat is offered to its waiting list counts as a batch without students and can be cancelled', async () => {
    const { radarSeven } = batches;
    await fill(academy, radarSeven);
    const radar = { type: 'course', course_id: courses.radar, batch_id: radarSeven };
    await waitingFor(academy, (one) => one.send('POST', '/api/waiting-lists', radar));
    await db.deleteFrom('seat_claims').where('batch_id', '=', radarSeven).execute();
    const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', radarSeven).execute();
    await change({ taken: 0 });
    await runJob(academy);
    expect(await claims(academy, radarSeven)).toEqual({ holds: 1, bookings: 0 });
    await db.transaction().execute((tx) => cancelUnbookedBatch(tx, radarSeven));
    expect(await claims(academy, radarSeven)).toEqual({ holds: 0, bookings: 0 });
    await change({ publication: 'published', status: 'open' });
  });
});

describe('what the database guarantees', () => {
  const entryId = async () => (await entryOf(await offered())).id;

  it('the database requires that a held seat belongs to either an offer or an order, and a booked seat to an order', async () => {
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

  it('the database refuses a second offered seat in one batch for the same waiting list entry', async () => {
    const id = await entryId();
    const again = sql`insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
      values (${fireFull}, ${id}, 'hold', 1, now())`;
    await expect(again.execute(db)).rejects.toThrow('seat_claims_offer');
  });
});

import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { StaffOpenBatch } from '../../../contract/staff/orders.ts';
import { seats } from '../../../server/booking/seats.repo.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, packages, settings } from '../booking/academy-seed.ts';
import { claims, expectInvariants, placeOrder, pressPaymentButton, recheckOrder } from '../orders/ordering.ts';
import { openConsole } from '../orders/staff/staff-calls.ts';
import {
  accept,
  available,
  clearLists,
  emailsTo,
  endOffer,
  enlarge,
  entryOf,
  joinSea,
  runJob,
  waitingFor,
} from './waiting.ts';

const academy = await openAcademy();
const { db, enrol } = academy;
const registrar = await openConsole(academy, 'registrar');
const { fireFull, radarOpen } = batches;

/** How many free seats of the batch `fireFull` the office sees when it sells to this student. */
async function freeInConsole({ id }: { id: string }): Promise<number | undefined> {
  const { body } = await registrar.call('GET', `/open-batches?course_id=${courses.fire}&student_id=${id}`);
  return body.data.find(({ batch_id }: StaffOpenBatch) => batch_id === fireFull)?.free;
}

/** Opens or closes online booking. */
async function setBooking(enable_booking: boolean): Promise<void> {
  const body = JSON.stringify({ ...settings, enable_booking });
  await db.updateTable('cms_documents').set({ body }).where('key', '=', 'booking-settings').execute();
}

afterEach(async () => {
  await setBooking(true);
  await expectInvariants(academy);
  await clearLists(academy);
});

describe('while online booking is closed', () => {
  it('no freed seat is offered to waiting students while online booking is closed, and the first of them gets an offer after reopening', async () => {
    const student = await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    await setBooking(false);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await available(await enrol(), fireFull)).toBe(0);
    await setBooking(true);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered' });
  });

  it.each([
    ['has passed', '- 1 second'],
    ['is less than an hour away', '59 minutes'],
  ])(
    'while online booking is closed, a seat offer near or past its deadline is withdrawn, and made again after reopening (the deadline %s)',
    async (_, left) => {
      const [student, next] = [await waitingFor(academy), await waitingFor(academy)];
      await enlarge(academy, fireFull, 1);
      await runJob(academy);
      const { id } = await entryOf(student);
      const until = sql`now() + ${left}::interval`;
      await sql`update waiting_entries set offer_until = ${until} where id = ${id}`.execute(db);
      await sql`update seat_claims set expires_at = ${until} where waiting_entry_id = ${id}`.execute(db);
      await setBooking(false);
      await runJob(academy);
      expect(await entryOf(student)).toMatchObject({ state: 'waiting', place: 1, offer_until: null });
      expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 0 });
      await setBooking(true);
      await runJob(academy);
      const { state, offer_until } = await entryOf(student);
      expect(state).toBe('offered');
      expect(Date.parse(offer_until ?? '') - Date.now()).toBeGreaterThan(11 * 3_600_000);
      expect(await entryOf(next)).toMatchObject({ state: 'waiting' });
      const offer = 'A seat is free: Fire Fighting';
      expect(await emailsTo(academy, student)).toEqual([offer, offer]);
    },
  );

  it('while online booking is closed, the office can sell a freed seat to the first student of the waiting list, but to nobody else', async () => {
    const [first, second, stranger] = [await waitingFor(academy), await waitingFor(academy), await enrol()];
    await enlarge(academy, fireFull, 1);
    await setBooking(false);
    await runJob(academy);
    const freeFor = (student: { id: string }) =>
      inTransaction(db, async (tx) => (await seats.openFor(tx, sql`${student.id}::uuid`, [fireFull], '2020-01-01'))[0]);
    expect(await freeFor(first)).toMatchObject({ free: 1 });
    for (const other of [second, stranger]) expect((await freeFor(other))?.free).toBeLessThan(1);
    expect(await freeInConsole(first)).toBe(1);
    for (const other of [second, stranger]) expect(await freeInConsole(other)).toBe(0);
  });

  it('while online booking is closed, the free seats shown to staff for a waiting student exclude one for each student ahead', async () => {
    const students = [await waitingFor(academy), await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 2);
    await setBooking(false);
    expect(await Promise.all(students.map(freeInConsole))).toEqual([2, 1, 0]);
  });

  it('while online booking is closed, a student whose payment for an offered seat is declined keeps the offer until its deadline', async () => {
    const student = await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    const { offer_until, id } = await entryOf(student);
    await accept(student, id);
    const created = await placeOrder(student);
    await setBooking(false);
    await pressPaymentButton(academy, created, 'decline');
    await recheckOrder(student, created.attempt_id);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', offer_until });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  });

  it('the offer of a seat that the student has ordered is not withdrawn, even when booking is closed and the deadline has passed', async () => {
    const student = await waitingFor(academy);
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    await accept(student, (await entryOf(student)).id);
    await placeOrder(student);
    await endOffer(academy, await entryOf(student));
    await setBooking(false);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
  });
});

describe('entries that cannot be booked', () => {
  it('a student whom staff have blocked from booking gets no offer of a seat, but keeps the place on the waiting list', async () => {
    const [blocked, next] = [await waitingFor(academy), await waitingFor(academy)];
    const allow = (allowed_booking: boolean) =>
      db.updateTable('students').set({ allowed_booking }).where('id', '=', blocked.id).execute();
    await allow(false);
    await enlarge(academy, fireFull, 2);
    expect(await available(await enrol(), fireFull)).toBe(1);
    await runJob(academy);
    expect(await entryOf(blocked)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await entryOf(next)).toMatchObject({ state: 'offered' });
    await allow(true);
    await runJob(academy);
    expect(await entryOf(blocked)).toMatchObject({ state: 'offered' });
  });

  it('a student with an offered seat who is blocked from booking goes back to waiting, and the seat is offered to the next student', async () => {
    const [blocked, next] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    expect(await entryOf(blocked)).toMatchObject({ state: 'offered' });
    await db.updateTable('students').set({ allowed_booking: false }).where('id', '=', blocked.id).execute();
    await runJob(academy);
    expect(await entryOf(blocked)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await entryOf(next)).toMatchObject({ state: 'offered' });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  });

  const ofSea = sql`package_id = ${packages.sea} and course_id = ${courses.radar}`;

  it.each([
    [
      'a package that is no longer on sale',
      sql`update packages set is_active = false where id = ${packages.sea}`,
      sql`update packages set is_active = true where id = ${packages.sea}`,
    ],
    [
      'a package that has one course less',
      sql`delete from package_courses where ${ofSea}`,
      sql`insert into package_courses (package_id, course_id, position) values (${packages.sea}, ${courses.radar}, 2)`,
    ],
    [
      'a package that has another course instead',
      sql`update package_courses set course_id = ${courses.free} where ${ofSea}`,
      sql`update package_courses set course_id = ${courses.radar}
        where package_id = ${packages.sea} and course_id = ${courses.free}`,
    ],
  ])(
    'the waiting list passes over a student who waits for a package that has changed or is no longer sold: %s',
    async (_, change, restore) => {
      const first = await waitingFor(academy, (one) => joinSea(one, fireFull, radarOpen));
      const second = await waitingFor(academy);
      await change.execute(db);
      await enlarge(academy, fireFull, 1);
      await runJob(academy);
      await restore.execute(db);
      expect(await entryOf(first)).toMatchObject({ state: 'waiting', place: 1 });
      expect(await entryOf(second)).toMatchObject({ state: 'offered' });
    },
  );

  it('the waiting list passes over a student who waits for a course that is no longer on sale', async () => {
    const first = await waitingFor(academy);
    const second = await waitingFor(academy, (one) => joinSea(one, fireFull, radarOpen));
    const setActive = (is_active: boolean) =>
      db.updateTable('courses').set({ is_active }).where('id', '=', courses.fire).execute();
    await setActive(false);
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    await setActive(true);
    expect(await entryOf(first)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  });
});

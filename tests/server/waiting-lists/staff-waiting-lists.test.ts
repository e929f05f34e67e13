import { afterEach, describe, expect, it } from 'vitest';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import type { ListedWaitingEntry } from '../../../contract/staff/staff-waiting-lists.ts';
import { hire, lastAuditEntry } from '../../support/staff.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, settings } from '../booking/academy-seed.ts';
import {
  addFire,
  claims,
  expectInvariants,
  order,
  pay,
  placeOrder,
  pressPaymentButton,
  readCart,
  recheckOrder,
} from '../orders/ordering.ts';
import { accept, clearLists, emailsTo, enlarge, entryOf, runJob, waitingFor } from './waiting.ts';

const academy = await openAcademy();
const { db, app, clock } = academy;
const registrar = await hire({ db, clock }, 'registrar');
const { fireFull } = batches;

afterEach(async () => {
  await expectInvariants(academy);
  await clearLists(academy);
});

const read = async (url: string) =>
  (await app.server.inject({ method: 'GET', url: `/api/staff/${url}`, headers: registrar.headers })).json();

const change = (id: number, what: 'offer' | 'remove', reason = 'Agreed by phone') =>
  app.server.inject({
    method: 'POST',
    url: `/api/staff/waiting-entries/${id}/${what}`,
    headers: {
      ...registrar.headers,
      [clientHeader]: clientName,
      [idempotencyHeader]: crypto.randomUUID(),
      'sec-fetch-site': 'same-origin',
    },
    payload: { reason },
  });

describe('reading', () => {
  it('staff see which batches have a waiting list, and the offers and places of the students on the list', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    expect((await read('waiting-lists')).data).toMatchObject([
      { batch_id: fireFull, course_id: courses.fire, waiting: 1, offered: 1, free: 0 },
    ]);
    const { data, batch } = await read(`waiting-lists/${fireFull}`);
    expect(batch).toMatchObject({ batch_id: fireFull, course_name: 'Fire Fighting' });
    expect(data).toMatchObject([
      { state: 'offered', student: { id: first.id, name: 'Asha Nair' } },
      { state: 'waiting', place: 1, student: { id: second.id } },
    ]);
  });

  it('each time staff view a waiting list, the audit log records the number of entries', async () => {
    await waitingFor(academy);
    const { data } = await read(`waiting-lists/${fireFull}`);
    expect(data.length).toBeGreaterThan(0);
    expect(await lastAuditEntry(db)).toMatchObject({
      ...{ command: 'waiting list read', subject: `batch:${fireFull}`, arguments: { entries: data.length } },
      ...{ staff_id: registrar.id, before: null, after: null },
    });
  });

  it('the staff’s view of a waiting list shows ended entries last and returns NOT_FOUND for an unknown batch', async () => {
    const [first] = [await waitingFor(academy), await waitingFor(academy)];
    await change((await entryOf(first)).id, 'remove');
    const { data } = await read(`waiting-lists/${fireFull}`);
    expect(data.map(({ state }: { state: string }) => state).slice(0, 2)).toEqual(['waiting', 'ended']);
    expect((await read('waiting-lists/9999')).code).toBe('NOT_FOUND');
  });
});

describe('whether a seat can be offered now', () => {
  it('the staff’s view of a waiting list says for each waiting student why no seat can be offered now', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    // Ended entries of other tests are listed last.
    const obstacles = async () =>
      (await read(`waiting-lists/${fireFull}`)).data.slice(0, 2).map((one: ListedWaitingEntry) => one.offer_obstacle);
    expect(await obstacles()).toEqual(['NO_SEATS', 'NO_SEATS']);
    await enlarge(academy, fireFull, 1);
    await db.updateTable('students').set({ allowed_booking: false }).where('id', '=', first.id).execute();
    expect(await obstacles()).toEqual(['CANNOT_BOOK', null]);
    expect((await change((await entryOf(first)).id, 'offer')).json()).toMatchObject({ code: 'CANNOT_BOOK' });
    expect((await change((await entryOf(second)).id, 'offer')).json().data).toMatchObject({ offer_obstacle: null });
    expect(await obstacles()).toEqual([null, 'CANNOT_BOOK']);
  });
});

describe('changing', () => {
  it('staff can offer a free seat to a student further down the waiting list, and the audit log records the reason', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    const { id } = await entryOf(second);
    expect((await change(id, 'offer')).json().data).toMatchObject({ id, state: 'offered' });
    await runJob(academy);
    expect(await entryOf(first)).toMatchObject({ state: 'waiting', place: 1 });
    expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
    expect(await emailsTo(academy, second)).toEqual(['A seat is free: Fire Fighting']);
    expect(await lastAuditEntry(db)).toMatchObject({
      command: 'waiting list offer',
      subject: `waiting-entry:${id}`,
      reason: 'Agreed by phone',
      before: { state: 'waiting', place: 2 },
    });
  });

  it('offering a seat is refused if no seat is free, if the reason is missing, or if the student is not waiting for a seat', async () => {
    const student = await waitingFor(academy);
    const { id } = await entryOf(student);
    expect((await change(id, 'offer')).json()).toMatchObject({ code: 'NO_SEATS' });
    expect((await change(id, 'offer', ' ')).statusCode).toBe(400);
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    expect((await change(id, 'offer')).json()).toMatchObject({ code: 'NOT_WAITING' });
    expect((await change(99_999, 'offer')).statusCode).toBe(404);
  });

  it('removing a waiting list entry withdraws its offer, emails its student and adds an audit entry', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await enlarge(academy, fireFull, 1);
    await runJob(academy);
    const { id } = await entryOf(first);
    expect((await change(id, 'remove')).json().data).toMatchObject({ state: 'ended', end_reason: 'removed' });
    expect((await change(id, 'remove')).json()).toMatchObject({ code: 'NOT_WAITING' });
    expect((await emailsTo(academy, first)).at(-1)).toBe('Waiting list ended: Fire Fighting');
    expect(await lastAuditEntry(db)).toMatchObject({ command: 'waiting list remove', before: { state: 'offered' } });
    await runJob(academy);
    expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  });
});

it('a student whose payment for an offered seat was declined cannot order it again once staff have offered it to somebody else', async () => {
  const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  await accept(first, (await entryOf(first)).id);
  const created = await placeOrder(first);
  await pressPaymentButton(academy, created, 'decline');
  await recheckOrder(first, created.attempt_id);
  expect((await change((await entryOf(second)).id, 'offer')).statusCode).toBe(200);
  expect((await readCart(first)).items.map(({ course }) => course?.batch.available)).toEqual([0]);
  expect((await order(first)).json()).toMatchObject({ code: 'BATCH_FULL' });
  await runJob(academy);
  expect(await entryOf(first)).toMatchObject({ state: 'waiting', place: 1 });
  expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
});

it('staff cannot offer a seat to a student who has just booked another batch of the course', async () => {
  const student = await waitingFor(academy);
  const { id } = await entryOf(student);
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
  await enlarge(academy, fireFull, 1);
  expect((await change(id, 'offer')).json()).toMatchObject({ code: 'NOT_WAITING' });
  expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 0 });
});

it('staff cannot offer a seat to a student who is blocked, or while online booking is closed', async () => {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  const { id } = await entryOf(student);
  const setBooking = (enable_booking: boolean) =>
    db
      .updateTable('cms_documents')
      .set({ body: JSON.stringify({ ...settings, enable_booking }) })
      .where('key', '=', 'booking-settings')
      .execute();
  await setBooking(false);
  expect((await change(id, 'offer')).json()).toMatchObject({ code: 'CANNOT_BOOK' });
  await setBooking(true);
  await db.updateTable('students').set({ allowed_booking: false }).where('id', '=', student.id).execute();
  expect((await change(id, 'offer')).json()).toMatchObject({ code: 'CANNOT_BOOK' });
  expect(await entryOf(student)).toMatchObject({ state: 'waiting' });
});

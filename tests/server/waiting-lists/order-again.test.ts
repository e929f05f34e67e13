import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { BatchChoices } from '../../../contract/cart.ts';
import type { StaffOpenBatch } from '../../../contract/staff/orders.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import {
  addCourse,
  addFire,
  type Created,
  claims,
  expectInvariants,
  order,
  orderStates,
  pay,
  payAfterDecline,
  placeOrder,
  pressPaymentButton,
  readCart,
  recheckOrder,
} from '../orders/ordering.ts';
import { openConsole } from '../orders/staff/staff-calls.ts';
import {
  accept,
  available,
  clearLists,
  emailsTo,
  endOffer,
  enlarge,
  entriesOf,
  entryOf,
  fill,
  joinFire,
  joinSea,
  runJob,
  waitingFor,
} from './waiting.ts';

const academy = await openAcademy();
const { db } = academy;
const { fireFull, radarSeven } = batches;

afterEach(async () => {
  await expectInvariants(academy);
  await clearLists(academy);
});

/**
 * Adds a seat to the full batch `fireFull`, so that it is offered to a new student. The student places an order for it.
 */
async function ordered(): Promise<{ student: StudentBrowser; created: Created }> {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  await accept(student, (await entryOf(student)).id);
  return { student, created: await placeOrder(student) };
}

/**
 * Declines the payment of an order, which ends the order. Does not run the job that then holds the seat for the
 * student's offer again.
 */
async function decline({ student, created }: Awaited<ReturnType<typeof ordered>>) {
  await pressPaymentButton(academy, created, 'decline');
  await recheckOrder(student, created.attempt_id);
}

async function declined() {
  const one = await ordered();
  await decline(one);
  return one;
}

const seatsInCart = async (student: StudentBrowser) =>
  (await readCart(student)).items.flatMap(({ course }) => course?.batch.available ?? []);

it('a student whose payment for an offered seat was declined can order it again at once, even if others are on the waiting list', async () => {
  const { student, created } = await ordered();
  for (const _ of [1, 2]) await waitingFor(academy);
  await pressPaymentButton(academy, created, 'decline');
  // This call finds that the payment was declined, ends the order and places a new one.
  const again = await placeOrder(student);
  expect(await orderStates(academy, student)).toEqual(['declined', 'awaiting_payment']);
  expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
  await runJob(academy);
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  await pay(academy, student, again);
  expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
});

it('after a declined payment for an offered seat, the student’s cart shows the seat as available, but others cannot add the batch', async () => {
  const { student } = await declined();
  for (const _ of [1, 2]) await waitingFor(academy);
  expect(await seatsInCart(student)).toEqual([1]);
  expect((await accept(student, (await entryOf(student)).id)).statusCode).toBe(200);
  const stranger = await academy.enrol();
  const add = { type: 'course', course_id: courses.fire, batch_id: fireFull };
  expect((await stranger.send('POST', '/api/cart/add', add)).json()).toMatchObject({ code: 'BATCH_FULL' });
});

it('after a declined payment for an offered seat, Book Online and the cart show the seat as available only to that student', async () => {
  const { student } = await declined();
  for (const _ of [1, 2]) await waitingFor(academy);
  expect(await available(student, fireFull)).toBe(1);
  const choices: BatchChoices[] = (await student.get('/api/cart/batches')).json().data;
  const batch = choices.flatMap((one) => one.batches).find(({ id }) => id === fireFull);
  expect(batch).toMatchObject({ available: 1 });
  expect(await available(await academy.enrol(), fireFull)).toBe(0);
});

it('staff see the last seat as free for two students whose payments for offered seats were declined, but not for others waiting', async () => {
  const both = [await ordered(), await ordered()];
  for (const one of both) await decline(one);
  const waiting = await waitingFor(academy);
  await enlarge(academy, fireFull, -1);
  const registrar = await openConsole(academy, 'registrar');
  const freeFor = async ({ id }: StudentBrowser) => {
    const { body } = await registrar.call('GET', `/open-batches?course_id=${courses.fire}&student_id=${id}`);
    return body.data.find(({ batch_id }: StaffOpenBatch) => batch_id === fireFull).free;
  };
  expect(await Promise.all([...both.map(({ student }) => student), waiting].map(freeFor))).toEqual([1, 1, 0]);
});

it('of two students whose payments for offered seats were declined, only one can order when a single seat is left', async () => {
  const both = [await ordered(), await ordered()];
  for (const one of both) await decline(one);
  const students = both.map(({ student }) => student);
  expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 0 });
  await enlarge(academy, fireFull, -1);
  const codes = (await Promise.all(students.map((student) => order(student)))).map(
    (one) => one.json().code ?? 'placed',
  );
  expect(codes.sort()).toEqual(['BATCH_FULL', 'placed']);
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  await runJob(academy);
  const states = (await Promise.all(students.map(entryOf))).map(({ state }) => state);
  expect(states.sort()).toEqual(['offered', 'waiting']);
});

it('if a student with two offered seats in a batch orders one again after a declined payment, the other goes to the next student', async () => {
  await fill(academy, radarSeven);
  const student = await academy.enrol();
  await joinFire(student);
  await joinSea(student, fireFull, radarSeven);
  await enlarge(academy, fireFull, 2);
  await enlarge(academy, radarSeven, 1);
  await runJob(academy);
  expect((await entriesOf(student)).map(({ state }) => state)).toEqual(['offered', 'offered']);
  const [second, third] = [await waitingFor(academy), await waitingFor(academy)];
  await addFire(student, fireFull);
  await pressPaymentButton(academy, await placeOrder(student), 'decline');
  const again = await placeOrder(student);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  const changed = await placeOrder(student);
  expect(changed.order_id).not.toBe(again.order_id);
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
  await runJob(academy);
  expect(await entryOf(second)).toMatchObject({ state: 'offered' });
  expect(await entryOf(third)).toMatchObject({ state: 'waiting' });
  await pay(academy, student, changed);
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 1 });
  await clearLists(academy);
  await sql`update batches set capacity = 7 where id = ${radarSeven}`.execute(db);
});

it('a late payment for an order whose first payment was declined books the seat that is still offered to the student', async () => {
  const { student, created } = await declined();
  for (const _ of [1, 2]) await waitingFor(academy);
  await payAfterDecline(academy, created);
  await recheckOrder(student, created.attempt_id);
  expect(await orderStates(academy, student)).toEqual(['completed']);
  expect(await claims(academy, fireFull)).toEqual({ holds: 0, bookings: 1 });
});

it('a late payment that is refunded because another course of the order is full leaves the offered seat held for the student', async () => {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  await accept(student, (await entryOf(student)).id);
  await addCourse(student, courses.radar, radarSeven);
  const created = await placeOrder(student);
  await decline({ student, created });
  await runJob(academy);
  await fill(academy, radarSeven);
  await payAfterDecline(academy, created);
  await recheckOrder(student, created.attempt_id);
  expect(await orderStates(academy, student)).toEqual(['refund_due']);
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
});

it('a student to whom a seat is offered keeps the offer while ordering another course', async () => {
  const student = await waitingFor(academy);
  await enlarge(academy, fireFull, 1);
  await runJob(academy);
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  await placeOrder(student);
  expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: false });
  expect(await claims(academy, fireFull)).toEqual({ holds: 1, bookings: 0 });
});

it('a student who has ordered an offered seat keeps it when adding another course to the order, even after the deadline of the offer', async () => {
  const { student } = await ordered();
  const next = await waitingFor(academy);
  await endOffer(academy, await entryOf(student));
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  const changed = await placeOrder(student);
  expect(await orderStates(academy, student)).toEqual(['replaced', 'awaiting_payment']);
  await runJob(academy);
  expect(await entryOf(student)).toMatchObject({ state: 'offered', is_ordered: true });
  expect(await entryOf(next)).toMatchObject({ state: 'waiting' });
  expect((await emailsTo(academy, student)).filter((subject) => subject.startsWith('Waiting'))).toEqual([]);
  await pay(academy, student, changed);
  await runJob(academy);
  expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'booked' });
});

it('a student who ordered an offered seat loses it by ordering another course instead after the deadline of the offer', async () => {
  const { student } = await ordered();
  await endOffer(academy, await entryOf(student));
  await student.send('DELETE', '/api/cart', { item_type: 'course', course_id: courses.fire });
  await addCourse(student, courses.firstAid, batches.firstAidOpen);
  await placeOrder(student);
  await runJob(academy);
  expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'missed' });
});

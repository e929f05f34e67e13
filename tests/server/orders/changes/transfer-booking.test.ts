import { expect, it } from 'vitest';
import { lockBatch } from '../../../../server/booking/batches/batch-change.repo.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { readStaffOrder } from '../../../../server/orders/staff/staff-order.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses, packages } from '../../booking/academy-seed.ts';
import { storeCertificateOf } from '../../rosters/stored-certificate.ts';
import { enlarge, joinFire, runJob, waitingFor } from '../../waiting-lists/waiting.ts';
import { addFire, claims, expireHolds, placeOrder } from '../ordering.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, request, transfer } from './booked-order.ts';

const academy = await openAcademy();
const { db } = academy;
const free = { holds: 0, bookings: 0 };

it('transferring a booking to another batch moves the seat, the enrolment and the dates in My Orders, but keeps the receipt', async () => {
  const { orderId, student, lines } = await bookOrder(academy, { fire: batches.fireOpen });
  const receipt = async () => (await student.get(`/api/orders/${orderId}/receipt`)).json().data;
  const bought = await receipt();
  const wish = { ...request(), orderId, courseId: courses.fire, toBatchId: batches.fireSeven };
  const change = await transfer(academy, wish);
  const moved = { batch_id: batches.fireSeven, start_date: '2026-04-11', end_date: '2026-04-13' };
  const after = { name: 'Fire Fighting', courses: lines[0]?.courses.map((course) => ({ ...course, ...moved })) };
  expect(change).toEqual({
    ...{ id: expect.any(Number), orderId, itemId: lines[0]?.itemId, kind: 'transfer', refundPaise: 0, duePaise: 0 },
    ...{ before: { name: 'Fire Fighting', courses: lines[0]?.courses }, after },
  });
  expect(await transfer(academy, wish)).toEqual(change);
  expect(await claims(academy, batches.fireOpen)).toEqual(free);
  expect(await claims(academy, batches.fireSeven)).toEqual({ holds: 0, bookings: 1 });
  expect((await student.get('/api/users/student/courses')).json().data).toMatchObject([
    { batch_id: batches.fireSeven, start_date: '2026-04-11', end_date: '2026-04-13' },
  ]);
  expect((await student.get('/api/users/student/orders')).json().data[0].items).toMatchObject([
    { batch_start_date: '2026-04-11' },
  ]);
  expect(await receipt()).toEqual(bought);
  const email = db
    .selectFrom('mail_outbox')
    .select('body')
    .where('dedupe_key', 'like', `order-transferred:${orderId}:%`);
  expect((await email.executeTakeFirst())?.body).toMatch(/Before.*1.Apr.2026[\s\S]*Now.*11.Apr.2026/);
  await expectConsistent(academy);
});

it('My Courses shows a course once, with the new dates, if its booking was cancelled and another booking was then transferred to it', async () => {
  const { orderId, student, lines } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  const [fire] = lines;
  await cancel(academy, { orderId, lines: [{ itemId: fire?.itemId ?? 0, refundPaise: 'full' }] });
  await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireSeven });
  expect((await student.get('/api/users/student/courses')).json().data).toMatchObject([
    { batch_id: batches.fireSeven, start_date: '2026-04-11' },
  ]);
  expect((await student.get('/api/users/student/orders')).json().data[0].items).toMatchObject([
    { name: 'Fire Fighting', batch_start_date: '2026-04-01' },
    { name: 'Fire Fighting', batch_start_date: '2026-04-11' },
  ]);
  expect((await readStaffOrder(db, orderId, new Date()))?.lines).toMatchObject([
    { cancelled_at: expect.any(String), courses: [{ batch_id: batches.fireOpen, start_date: '2026-04-01' }] },
    { cancelled_at: null, courses: [{ batch_id: batches.fireSeven, start_date: '2026-04-11' }] },
  ]);
  await expectConsistent(academy);
});

it('after a booking is transferred to another batch, My Courses still shows the certificate of the earlier batch', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  const number = await storeCertificateOf(academy, student.id, batches.fireOpen);
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
  const listed = (await student.get('/api/users/student/courses')).json().data;
  expect(listed).toMatchObject([{ batch_id: batches.fireSeven, certificate_number: number }]);
  const file = await student.get(`/api/users/student/certificates/${number}/certificate.pdf`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
});

it('after a booking is transferred, My Courses does not show a certificate from a batch that was never part of the order', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  await storeCertificateOf(academy, student.id, batches.fireEnded);
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
  const listed = (await student.get('/api/users/student/courses')).json().data;
  expect(listed).toMatchObject([{ batch_id: batches.fireSeven, certificate_number: null }]);
});

it.each([
  ['a full batch', batches.fireFull, 'BATCH_FULL', 'The new batch is full.'],
  ['a closed batch', batches.fireClosed, 'BATCH_CLOSED', 'The new batch is closed for booking.'],
  ['a batch that has started', batches.fireToday, 'BATCH_STARTED', 'The new batch has started.'],
  ['an unknown batch', 999, 'BATCH_CLOSED', 'There is no such batch, or it is cancelled or a draft.'],
  [
    'the batch that is booked already',
    batches.fireOpen,
    'ALREADY_BOOKED',
    'The student has booked this batch already.',
  ],
])(
  'a transfer of a booking to an unsuitable batch (%s) is refused and changes nothing',
  async (_, toBatchId, code, message) => {
    const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
    const before = await claims(academy, batches.fireOpen);
    const refused = transfer(academy, { orderId, courseId: courses.fire, toBatchId });
    await expect(refused).rejects.toMatchObject({ code, message });
    expect(await claims(academy, batches.fireOpen)).toEqual(before);
    await expectConsistent(academy);
  },
);

it('a transfer is refused if another line of the order is for the new course, or if the course to move is not booked in the order', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen, radar: batches.radarOpen });
  const toBooked = transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireSeven });
  await expect(toBooked).rejects.toMatchObject({ code: 'ALREADY_BOOKED' });
  const ofAnother = transfer(academy, { orderId, courseId: courses.firstAid, toBatchId: batches.fireSeven });
  const notBooked = { code: 'NO_SUCH_BOOKING', message: 'This course is not booked in this order.' };
  await expect(ofAnother).rejects.toMatchObject(notBooked);
  const fromOther = { fromBatchId: batches.fireFull, toBatchId: batches.fireSeven };
  await expect(transfer(academy, { orderId, courseId: courses.fire, ...fromOther })).rejects.toMatchObject({
    ...{ code: 'NO_SUCH_BOOKING', message: 'This course has moved to another batch meanwhile.' },
  });
  await transfer(academy, { orderId, courseId: courses.fire, ...fromOther, fromBatchId: batches.fireOpen });
  await cancel(academy, { orderId, lines: 'all' });
  await expectConsistent(academy);
});

it('a booking can be transferred to the last free seat of a batch, but not to a batch that is a draft', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const change = (set: object) => db.updateTable('batches').set(set).where('id', '=', batches.firstAidOpen).execute();
  const toFirstAid = () => transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen });
  await change({ publication: 'draft' });
  await expect(toFirstAid()).rejects.toMatchObject({
    ...{ code: 'BATCH_CLOSED', message: 'There is no such batch, or it is cancelled or a draft.' },
  });
  await change({ publication: 'published', status: 'open', capacity: 1 });
  await toFirstAid();
  expect(await claims(academy, batches.firstAidOpen)).toEqual({ holds: 0, bookings: 1 });
  await cancel(academy, { orderId, lines: 'all' });
  await change({ capacity: 30 });
});

it('a booking can be transferred to a seat that the waiting list has offered to the student, even if others are waiting', async () => {
  const { orderId, student } = await bookOrder(academy, { radar: batches.radarOpen });
  expect((await joinFire(student)).statusCode).toBe(200);
  await waitingFor(academy);
  await enlarge(academy, batches.fireFull, 1);
  await runJob(academy);
  await transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireFull });
  expect(await claims(academy, batches.fireFull)).toEqual({ holds: 0, bookings: 1 });
  await expectConsistent(academy);
});

it('a transfer to a batch for which the student has an unpaid order is refused', async () => {
  const { orderId, student } = await bookOrder(academy, { radar: batches.radarOpen });
  await addFire(student, batches.fireSeven);
  await placeOrder(student);
  const refused = transfer(academy, { orderId, courseId: courses.radar, toBatchId: batches.fireSeven });
  await expect(refused).rejects.toMatchObject({ code: 'ALREADY_BOOKED' });
});

it('a transfer to another course can refund a part of the price, and a later cancellation refunds the rest', async () => {
  const { orderId, student, lines } = await bookOrder(academy, { radar: batches.radarOpen });
  const paid = lines[0]?.paidPaise ?? 0;
  const wish = { orderId, courseId: courses.radar, toBatchId: batches.firstAidOpen, refundPaise: 100_001 };
  await transfer(academy, wish);
  expect((await student.get('/api/users/student/courses')).json().data).toMatchObject([{ course_name: 'First Aid' }]);
  expect((await student.get('/api/users/student/orders')).json().data[0].items).toMatchObject([{ name: 'First Aid' }]);
  await cancel(academy, { orderId, lines: 'all' });
  expect((await refundsOf(academy, orderId)).map(({ amount_paise }) => amount_paise)).toEqual([
    100_001,
    paid - 100_001,
  ]);
  await expectConsistent(academy);
});

it('a course of a booked package can be transferred only to another batch of the same course', async () => {
  const chosen = { fire: batches.fireOpen, radar: batches.radarOpen, isPackage: true };
  const { orderId } = await bookOrder(academy, chosen);
  const other = transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen });
  await expect(other).rejects.toMatchObject({
    ...{ code: 'PACKAGE_WHOLE', message: 'A course of a package can only move to another batch of the same course.' },
  });
  const { before, after } = await transfer(academy, {
    ...{ orderId, courseId: courses.fire, toBatchId: batches.fireSeven },
  });
  expect(before).toMatchObject({
    ...{ name: 'Sea Start', courses: [{ batch_id: batches.fireOpen }, { batch_id: batches.radarOpen }] },
  });
  expect(after).toMatchObject({
    ...{ name: 'Sea Start', courses: [{ batch_id: batches.fireSeven }, { batch_id: batches.radarOpen }] },
  });
  const items = db.selectFrom('order_items').select(['name', 'course_id', 'package_id']);
  expect(await items.where('order_id', '=', orderId).execute()).toEqual([
    { name: 'Sea Start', course_id: null, package_id: packages.sea },
  ]);
  const claim = db.selectFrom('seat_claims').select(['batch_id', 'seats']).where('order_id', '=', orderId);
  expect(await claim.orderBy('batch_id').execute()).toEqual([
    { batch_id: batches.fireSeven, seats: 1 },
    { batch_id: batches.radarOpen, seats: 1 },
  ]);
  await expectConsistent(academy);
});

it('a transfer of a booking may refund all that was paid, but not more, and never a negative amount or a part of a paisa', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const wish = { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen };
  await expect(transfer(academy, { ...wish, refundPaise: 550_051 })).rejects.toMatchObject({
    ...{ code: 'REFUND_TOO_HIGH', message: 'The refund is more than what was paid for Fire Fighting.' },
  });
  for (const money of [{ refundPaise: -1 }, { refundPaise: 0.5 }, { duePaise: -1 }])
    await expect(transfer(academy, { ...wish, ...money })).rejects.toThrow(RangeError);
  await transfer(academy, { ...wish, refundPaise: 550_050 });
  expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 550_050 }]);
});

it('a transfer to a batch is refused if the student has an unpaid order for that batch, even after the seat hold of the order has expired', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  await addFire(student, batches.fireSeven);
  const { order_id } = await placeOrder(student);
  await expireHolds(academy, order_id);
  // Every change of a batch releases its expired holds.
  await inTransaction(db, (tx) => lockBatch(tx, batches.fireSeven));
  await expect(
    transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven }),
  ).rejects.toMatchObject({ code: 'ALREADY_BOOKED' });
});

import { expect, it } from 'vitest';
import { lockBatch } from '../../../../server/booking/batches/batch-change.repo.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { readStaffOrder } from '../../../../server/orders/staff/staff-order.repo.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { storeCertificateOf } from '../../rosters/stored-certificate.ts';
import { enlarge, joinFire, runJob, waitingFor } from '../../waiting-lists/waiting.ts';
import { addFire, claims, expireHolds, placeOrder } from '../ordering.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, request, transfer } from './booked-order.ts';

const academy = await openAcademy();
const { db } = academy;
const free = { holds: 0, bookings: 0 };

it('transferring a booking to another batch moves the seat, the enrolment and the dates in My Orders, but keeps the receipt', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  const receipt = async () => (await student.get(`/api/orders/${orderId}/receipt`)).json().data;
  const bought = await receipt();
  const wish = { ...request(), orderId, courseId: courses.fire, toBatchId: batches.fireSeven };
  const change = await transfer(academy, wish);
  expect(change).toMatchObject({ kind: 'transfer', refundPaise: 0, duePaise: 0 });
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

it('a booking transferred to a course that was cancelled in the same order appears once in My Courses, with the new dates', async () => {
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
  expect((await readStaffOrder(db, orderId))?.lines).toMatchObject([
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

it('after a transfer, My Courses does not show a certificate that the student got for a batch outside the order', async () => {
  const { orderId, student } = await bookOrder(academy, { fire: batches.fireOpen });
  await storeCertificateOf(academy, student.id, batches.fireEnded);
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
  const listed = (await student.get('/api/users/student/courses')).json().data;
  expect(listed).toMatchObject([{ batch_id: batches.fireSeven, certificate_number: null }]);
});

it.each([
  ['a full batch', batches.fireFull, 'BATCH_FULL'],
  ['a closed batch', batches.fireClosed, 'BATCH_CLOSED'],
  ['a batch that has started', batches.fireToday, 'BATCH_STARTED'],
  ['an unknown batch', 999, 'BATCH_CLOSED'],
  ['the batch that is booked already', batches.fireOpen, 'ALREADY_BOOKED'],
])('a transfer of a booking to %s is refused and changes nothing', async (_, toBatchId, code) => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const before = await claims(academy, batches.fireOpen);
  const refused = transfer(academy, { orderId, courseId: courses.fire, toBatchId });
  await expect(refused).rejects.toMatchObject({ code });
  expect(await claims(academy, batches.fireOpen)).toEqual(before);
  await expectConsistent(academy);
});

it('a booking can be transferred to a seat that the waiting list offers to the student, although others are waiting', async () => {
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

it('a transfer to a cheaper course refunds the difference, and a later cancellation refunds the rest', async () => {
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
  await expect(other).rejects.toMatchObject({ code: 'PACKAGE_WHOLE' });
  await transfer(academy, { orderId, courseId: courses.fire, toBatchId: batches.fireSeven });
  const claim = db.selectFrom('seat_claims').select(['batch_id', 'seats']).where('order_id', '=', orderId);
  expect(await claim.orderBy('batch_id').execute()).toEqual([
    { batch_id: batches.fireSeven, seats: 1 },
    { batch_id: batches.radarOpen, seats: 1 },
  ]);
  await expectConsistent(academy);
});

it('a transfer of a booking is refused if its refund exceeds the amount paid', async () => {
  const { orderId } = await bookOrder(academy, { fire: batches.fireOpen });
  const wish = { orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen, refundPaise: 9_999_999 };
  await expect(transfer(academy, wish)).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH' });
});

it('a transfer to a batch is refused if the student has an unpaid order for it, even after that order’s seat hold has expired', async () => {
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

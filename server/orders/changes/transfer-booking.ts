import { sql } from 'kysely';
import type { StaffBookedCourse } from '../../../contract/staff/orders.ts';
import { hasRows } from '../../db/has-rows.ts';
import type { Tx } from '../../db/schema.ts';
import { transferredNotification } from '../messages/order-notifications.ts';
import { firstStart } from '../place/seat-plan.ts';
import { type BookedLine, lockBookedLines, saveReceiptLines } from './booked-lines.repo.ts';
import {
  type BookingChange,
  type ChangeDeps,
  ChangeRefusal,
  type ChangeRequest,
  findEarlierChanges,
  insertChange,
} from './change.ts';
import { queueTransferredEmail } from './change-emails.ts';
import { refundChange } from './refund-change.ts';

/**
 * `courseId`: the booked course to transfer. `fromBatchId`: the batch in which the course must still be booked. If the
 * new batch is of another course, `refundPaise` is refunded or `duePaise` remains to be paid at the office.
 * `fromOfficeSeat`: book a seat of the new batch that is kept for the office.
 */
export type Transfer = ChangeRequest & {
  orderId: string;
  courseId: number;
  fromBatchId?: number;
  toBatchId: number;
  refundPaise?: number;
  duePaise?: number;
  fromOfficeSeat?: boolean;
};

type Target = StaffBookedCourse & { is_booked: boolean };

/**
 * Reads the new batch. `is_booked`: the student has already booked this batch or is paying for it now. Also true if
 * another line of this order has booked the batch's course, because an order has at most one enrolment in a course.
 */
async function readTarget(tx: Tx, { orderId, courseId, toBatchId }: Transfer): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select b.id as batch_id, b.course_id, k.course_name, b.start_date, b.end_date,
      ${hasRows(sql`enrolments e where e.student_id = o.student_id and (e.batch_id = b.id
        or e.order_id = o.id and e.course_id = b.course_id and e.course_id <> ${courseId})`)}
      or ${hasRows(sql`orders live join order_items i on i.order_id = live.id
        join order_item_courses c on c.order_item_id = i.id
        where live.student_id = o.student_id and live.state = 'awaiting_payment' and c.batch_id = b.id`)} as is_booked
    from batches b join courses k on k.id = b.course_id, orders o
    where b.id = ${toBatchId} and o.id = ${orderId} and b.publication = 'published'`.execute(tx);
  return rows[0];
}

/**
 * Takes a seat in the new batch, which must be locked. If a waiting list offers a seat there to the student, takes the
 * offered seat. With `fromOfficeSeat`, takes a seat that is kept for the office.
 * @throws ChangeRefusal BATCH_FULL, BATCH_CLOSED, BATCH_STARTED, NO_OFFICE_SEAT
 */
async function takeSeat(tx: Tx, { seats, clock }: ChangeDeps, transfer: Transfer): Promise<void> {
  const { orderId, toBatchId: batchId, fromOfficeSeat = false } = transfer;
  if (fromOfficeSeat && !(await seats.releaseOfficeSeat(tx, batchId)))
    throw new ChangeRefusal('NO_OFFICE_SEAT', 'No seat of this batch is kept for the office.');
  const student = sql`(select student_id from orders where id = ${orderId})`;
  const [open] = await seats.openFor(tx, student, [batchId], firstStart(clock));
  if (open?.trouble === 'started') throw new ChangeRefusal('BATCH_STARTED', 'The new batch has started.');
  if (!open || open.trouble) throw new ChangeRefusal('BATCH_CLOSED', 'The new batch is closed for booking.');
  // A seat that was kept for the office is booked even if the free seats are reserved for students on the waiting list.
  if (!fromOfficeSeat && open.free < 1) throw new ChangeRefusal('BATCH_FULL', 'The new batch is full.');
  await seats.addBookings(tx, orderId, [{ batch_id: batchId, seats: 1 }]);
}

async function storeTransfer(
  tx: Tx,
  line: BookedLine,
  orderId: string,
  from: StaffBookedCourse,
  to: StaffBookedCourse,
) {
  const { course_id, course_name, batch_id, start_date, end_date } = to;
  await tx
    .updateTable('order_item_courses')
    .set({ course_id, course_name, batch_id, batch_start_date: start_date, batch_end_date: end_date })
    .where('order_item_id', '=', line.itemId)
    .where('course_id', '=', from.course_id)
    .execute();
  await tx
    .updateTable('enrolments')
    .set({ course_id, batch_id, start_date, end_date })
    .where('order_id', '=', orderId)
    .where('course_id', '=', from.course_id)
    .execute();
  if (line.type === 'course')
    await tx.updateTable('order_items').set({ course_id, name: course_name }).where('id', '=', line.itemId).execute();
}

function requireMoney(
  line: BookedLine,
  from: StaffBookedCourse,
  to: StaffBookedCourse,
  { refundPaise = 0, duePaise = 0 }: Transfer,
) {
  if (![refundPaise, duePaise].every((paise) => Number.isSafeInteger(paise) && paise >= 0))
    throw new RangeError(`a transfer with a refund of ${refundPaise} and ${duePaise} due`);
  if (from.course_id !== to.course_id && line.type === 'package')
    throw new ChangeRefusal(
      'PACKAGE_WHOLE',
      'A course of a package can only move to another batch of the same course.',
    );
  if (refundPaise > line.paidPaise)
    throw new ChangeRefusal('REFUND_TOO_HIGH', `The refund is more than what was paid for ${line.name}.`);
  return { refundPaise, duePaise };
}

/**
 * Transfers a booked course to another batch in the caller's transaction: takes the new seat, frees the old one, and
 * queues an email and a push message. A repeat with the same `key` returns the first result.
 * @throws ChangeRefusal NO_SUCH_BOOKING, BATCH_FULL, BATCH_CLOSED, BATCH_STARTED, NO_OFFICE_SEAT, ALREADY_BOOKED,
 * PACKAGE_WHOLE, REFUND_TOO_HIGH, KEY_REUSED
 */
export async function transferBooking(tx: Tx, deps: ChangeDeps, transfer: Transfer): Promise<BookingChange> {
  const { orderId, courseId, toBatchId, by, reason, key } = transfer;
  const booked = await lockBookedLines(tx, deps, orderId, [toBatchId]);
  const [earlier] = await findEarlierChanges(tx, key, { orderId, kind: 'transfer' });
  if (earlier) return earlier;
  const line = booked.find(({ courses }) => courses.some(({ course_id }) => course_id === courseId));
  const from = line?.courses.find(({ course_id }) => course_id === courseId);
  if (!line || !from) throw new ChangeRefusal('NO_SUCH_BOOKING', 'This course is not booked in this order.');
  if (transfer.fromBatchId !== undefined && from.batch_id !== transfer.fromBatchId)
    throw new ChangeRefusal('NO_SUCH_BOOKING', 'This course has moved to another batch meanwhile.');
  const target = await readTarget(tx, transfer);
  if (!target) throw new ChangeRefusal('BATCH_CLOSED', 'There is no such batch, or it is cancelled or a draft.');
  const { is_booked, ...to } = target;
  if (is_booked) throw new ChangeRefusal('ALREADY_BOOKED', 'The student has booked this batch already.');
  const money = requireMoney(line, from, to, transfer);
  await saveReceiptLines(tx, orderId);
  await takeSeat(tx, deps, transfer);
  await deps.seats.releaseBookings(tx, orderId, [from.batch_id]);
  await storeTransfer(tx, line, orderId, from, to);
  const courses = line.courses.map((course) => (course === from ? to : course));
  const before = { name: line.name, courses: line.courses };
  const after = { name: line.type === 'course' ? to.course_name : line.name, courses };
  const change = { by, reason, key, orderId, itemId: line.itemId, kind: 'transfer' as const, before, after, ...money };
  const stored = await insertChange(tx, deps, { ...change, fromOfficeSeat: transfer.fromOfficeSeat ?? false });
  await refundChange(tx, stored, reason);
  await queueTransferredEmail(tx, deps.mail, stored, { from, to });
  await deps.notifications.notify(tx, transferredNotification(orderId, stored.id));
  return stored;
}

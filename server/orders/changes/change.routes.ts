import type { Kysely } from 'kysely';
import type { RefusalTable } from '../../../contract/endpoint.ts';
import {
  cancelStaffOrder,
  cancelWithRefund,
  listOpenBatches,
  previewCancellation,
  previewTransfer,
  transferStaffBooking,
} from '../../../contract/staff/orders.ts';
import { toPaise, toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { firstStart } from '../place/seat-plan.ts';
import { type BookedLine, lockBookedLines, readBookedLines, requireLine } from './booked-lines.repo.ts';
import { cancelBooking } from './cancel-booking.ts';
import { type BookingChange, type ChangeDeps, ChangeRefusal, type ChangeRequest } from './change.ts';
import { type OpenBatchOffer, type PriceCourse, readOpenBatches } from './open-batches.repo.ts';
import { readRefundPolicy, refundByPolicy } from './refund-policy.ts';
import { transferBooking } from './transfer-booking.ts';

/** Converts a `ChangeRefusal` into the refusal that the call declares. */
async function withRefusals<T>(refusals: RefusalTable, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChangeRefusal && error.code in refusals) throw refuse(refusals, error.code, error.message);
    throw error;
  }
}

/** The id and the email address of the order's student. @throws Refusal 404 if there is no such order */
async function readStudent(db: Kysely<Database>, orderId: string): Promise<{ id: string; email: string | null }> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('students as s', 's.id', 'o.student_id')
    .select(['s.id', 's.email'])
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * Who changes a booking and why, for a staff call. `key` contains the idempotency key of the call or, if it has none, a
 * random id.
 */
const requestOf = (staff: StaffCaller, reason: string, call: { callKey: { key: string } | null }): ChangeRequest => ({
  by: { staff },
  reason,
  key: `staff:${staff.staffId}:${call.callKey?.key ?? crypto.randomUUID()}`,
});

const totalOf = (changes: readonly BookingChange[]) => ({
  refund: toRupees(changes.reduce((sum, { refundPaise }) => sum + refundPaise, 0)),
  due: toRupees(changes.reduce((sum, { duePaise }) => sum + duePaise, 0)),
});

const previewChanged = (refusals: RefusalTable) =>
  refuse(refusals, 'PREVIEW_CHANGED', 'The amounts have changed meanwhile. Please look at them again.');

/**
 * The difference between the price of the new batch and what was paid for the order line, in paise: `refundPaise` if
 * the new batch is cheaper, `duePaise` if it costs more. Both are 0 if the course stays the same or is part of a
 * package.
 */
function priceDifference(line: BookedLine, courseId: number, to: OpenBatchOffer) {
  if (line.type === 'package' || to.course_id === courseId) return { refundPaise: 0, duePaise: 0 };
  const difference = line.paidPaise - to.pricePaise;
  return { refundPaise: Math.max(0, difference), duePaise: Math.max(0, -difference) };
}

type Moved = { course_id: number; to_batch_id: number; studentId: string };

/** The calls by which staff cancel and transfer bookings (docs/product.md#changed-bookings). */
export function changeRoutes(mount: Mount, deps: ChangeDeps & { price: PriceCourse }): void {
  const { clock, price } = deps;

  /**
   * Reads the order line to transfer, its new batch and the price difference. @throws ChangeRefusal NO_SUCH_BOOKING,
   * BATCH_CLOSED
   */
  async function readTransfer(db: Kysely<Database>, lines: readonly BookedLine[], moved: Moved) {
    const line = lines.find(({ courses }) => courses.some(({ course_id }) => course_id === moved.course_id));
    const from = line?.courses.find(({ course_id }) => course_id === moved.course_id);
    if (!line || !from) throw new ChangeRefusal('NO_SUCH_BOOKING', 'This course is not booked in this order.');
    const wanted = { today: today(clock), firstStart: firstStart(clock), batchId: moved.to_batch_id };
    const { studentId } = moved;
    const [to] = await readOpenBatches(db, { ...wanted, studentId }, price);
    if (!to) throw new ChangeRefusal('BATCH_CLOSED', 'The new batch has started, or is closed for booking.');
    return { line, from, to, ...priceDifference(line, moved.course_id, to) };
  }

  mount(listOpenBatches, async ({ db, query }) => {
    const wanted = { today: today(clock), firstStart: firstStart(clock) };
    const { course_id: courseId, student_id: studentId } = query;
    const found = await readOpenBatches(db, { ...wanted, courseId, studentId }, price);
    return {
      statusCode: 200,
      data: found.map(({ pricePaise, ...batch }) => ({ ...batch, price: toRupees(pricePaise) })),
    };
  });

  mount(previewCancellation, async ({ db, params: { id } }) => {
    const { email: email_to } = await readStudent(db, id);
    const policy = await readRefundPolicy(db);
    const lines = (await readBookedLines(db, id)).map((line) => {
      const { daysBefore, percent, paise, isByAccounts } = refundByPolicy(policy, line, today(clock));
      const { itemId: item_id, name, courses } = line;
      const whose = { is_batch_cancelled: line.cancelledBatchIds.length > 0, is_by_accounts: isByAccounts };
      const money = { paid: toRupees(line.paidPaise), refund: toRupees(paise) };
      return { item_id, name, courses, ...whose, days_before: daysBefore, percent, ...money };
    });
    return { statusCode: 200, data: { lines, policy, email_to } };
  });

  mount(cancelStaffOrder, async ({ db, params: { id }, body, staff, callKey }) => {
    const { refusals } = cancelStaffOrder;
    await readStudent(db, id);
    return withRefusals(refusals, async () => {
      const booked = await lockBookedLines(db, deps, id);
      const policy = await readRefundPolicy(db);
      const lines = body.item_ids.map((itemId) => {
        const { paise, isByAccounts } = refundByPolicy(policy, requireLine(booked, itemId), today(clock));
        if (isByAccounts)
          throw refuse(
            refusals,
            'REFUND_BY_ACCOUNTS',
            'Another course of this package has begun, so accounts decides the refund and cancels the booking.',
          );
        return { itemId, refundPaise: paise };
      });
      const sum = lines.reduce((total, { refundPaise }) => total + refundPaise, 0);
      if (sum !== toPaise(body.refund)) throw previewChanged(refusals);
      const wish = { ...requestOf(staff, body.reason, { callKey }), orderId: id, lines };
      return { statusCode: 200 as const, data: totalOf(await cancelBooking(db, deps, wish)) };
    });
  });

  mount(cancelWithRefund, async ({ db, params: { id }, body, staff, callKey }) => {
    await readStudent(db, id);
    const { refusals } = cancelWithRefund;
    const lines = body.lines.map(({ item_id, refund }) => ({ itemId: item_id, refundPaise: toPaise(refund) }));
    const wish = { ...requestOf(staff, body.reason, { callKey }), orderId: id, lines };
    return withRefusals(refusals, async () => {
      const booked = await lockBookedLines(db, deps, id);
      const policy = await readRefundPolicy(db);
      const isAsSeen = ({ item_id, paid, by_policy, is_by_accounts }: (typeof body.lines)[number]) => {
        const line = requireLine(booked, item_id);
        const { paise, isByAccounts } = refundByPolicy(policy, line, today(clock));
        const isSameRefund = paise === toPaise(by_policy) && isByAccounts === is_by_accounts;
        return line.paidPaise === toPaise(paid) && isSameRefund;
      };
      if (!body.lines.every(isAsSeen)) throw previewChanged(refusals);
      return { statusCode: 200 as const, data: totalOf(await cancelBooking(db, deps, wish)) };
    });
  });

  mount(previewTransfer, async ({ db, params: { id }, query }) => {
    const { id: studentId, email: email_to } = await readStudent(db, id);
    return withRefusals(previewTransfer.refusals, async () => {
      const found = await readTransfer(db, await readBookedLines(db, id), { ...query, studentId });
      const { line, from, to: offer, refundPaise, duePaise } = found;
      const { pricePaise, ...batch } = offer;
      const to = { ...batch, price: toRupees(pricePaise) };
      const money = { paid: toRupees(line.paidPaise), refund: toRupees(refundPaise), due: toRupees(duePaise) };
      return { statusCode: 200 as const, data: { from, to, ...money, email_to } };
    });
  });

  mount(transferStaffBooking, async ({ db, params: { id }, body, staff, callKey }) => {
    const { refusals } = transferStaffBooking;
    const { id: studentId } = await readStudent(db, id);
    return withRefusals(refusals, async () => {
      const booked = await lockBookedLines(db, deps, id, [body.to_batch_id]);
      const { refundPaise, duePaise } = await readTransfer(db, booked, { ...body, studentId });
      if (refundPaise !== toPaise(body.refund) || duePaise !== toPaise(body.due)) throw previewChanged(refusals);
      const request = requestOf(staff, body.reason, { callKey });
      const { course_id: courseId, to_batch_id: toBatchId, from_office_seat: fromOfficeSeat } = body;
      const move = { orderId: id, courseId, toBatchId, refundPaise, duePaise, fromOfficeSeat };
      const change = await transferBooking(db, deps, { ...request, ...move });
      return { statusCode: 200 as const, data: totalOf([change]) };
    });
  });
}

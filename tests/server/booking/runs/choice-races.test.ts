import { afterEach, describe, expect, it } from 'vitest';
import { greet } from '../../../../server/auth/greeting.ts';
import { requeueRunEmail } from '../../../../server/booking/runs/advance-runs.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { cancelBooking } from '../../../../server/orders/changes/cancel-booking.ts';
import { transferBooking } from '../../../../server/orders/changes/transfer-booking.ts';
import type { Mail } from '../../../../server/providers/mail/mail.ts';
import { day as dayMs } from '../../../support/clock.ts';
import {
  type BookedOrder,
  bookOrder,
  expectConsistent,
  refundsOf,
  request,
} from '../../orders/changes/booked-order.ts';
import { lockWait } from '../../orders/place/open-order-queue.ts';
import { orderDeps } from '../../orders/place/order-server.ts';
import { openAcademy } from '../academy.ts';
import { batches, courses } from '../academy-seed.ts';
import { openOffice } from './changed-batch.ts';

const academy = await openAcademy({ RATE_FORM: '100000' });
const { app, clock, db } = academy;
const office = await openOffice(academy);
afterEach(() => expectConsistent(academy));

/**
 * Books a student into a batch, cancels the batch and writes the email with the link by which the student chooses
 * another batch or a refund.
 */
async function cancelBooked() {
  const id = await office.create('2026-05-04');
  const booked = await bookOrder(academy, { fire: id });
  await office.cancel(id, 1);
  await app.advanceBatchRuns();
  return { ...booked, token: (await office.inboxOf(booked.student.id)).token };
}

/**
 * Makes a change in a transaction that is committed only once the call `meanwhile` waits for its locks. Returns the
 * result of the call.
 */
async function changeDuring<T>(change: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const calls: Array<Promise<T>> = [];
  await db.transaction().execute(async (tx) => {
    await change(tx);
    calls.push(meanwhile());
    await lockWait(academy);
  });
  const [result] = await Promise.all(calls);
  if (!result) throw new Error('the call was not made');
  return result;
}

const moveToOpenBatch = ({ orderId }: BookedOrder) => {
  const moved = { orderId, courseId: courses.fire, toBatchId: batches.fireOpen };
  return (tx: Tx) => transferBooking(tx, orderDeps(db, clock), { ...request(), ...moved });
};

const readBatchId = async (orderId: string) =>
  (await db.selectFrom('enrolments').select('batch_id').where('order_id', '=', orderId).executeTakeFirst())?.batch_id;

describe('a booking that staff are changing', () => {
  it('a student of a cancelled batch who chooses a refund while staff move the booking keeps the seat in the new batch, without a refund', async () => {
    const booked = await cancelBooked();
    const refused = await changeDuring(moveToOpenBatch(booked), () => office.choose(booked.token, 'refund'));
    expect(refused).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
    expect(await readBatchId(booked.orderId)).toBe(batches.fireOpen);
    expect(await refundsOf(academy, booked.orderId)).toEqual([]);
  });

  it('a student of a cancelled batch who chooses a refund while staff cancel the booking gets only the refund of the staff', async () => {
    const { orderId, lines, token } = await cancelBooked();
    const [line] = lines;
    const cancelled = { orderId, lines: [{ itemId: line?.itemId ?? 0, refundPaise: 1_000 }] };
    const cancelling = (tx: Tx) => cancelBooking(tx, orderDeps(db, clock), { ...request(), ...cancelled });
    const refused = await changeDuring(cancelling, () => office.choose(token, 'refund'));
    expect(refused).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 1_000 }]);
  });

  it('a booking in a cancelled batch that staff move to another batch at the deadline for choosing is not refunded', async () => {
    const booked = await cancelBooked();
    clock.advance(8 * dayMs);
    const { failures } = await changeDuring(moveToOpenBatch(booked), () => app.advanceBatchRuns());
    clock.advance(-8 * dayMs);
    expect(failures).toEqual([]);
    expect(await readBatchId(booked.orderId)).toBe(batches.fireOpen);
    expect(await refundsOf(academy, booked.orderId)).toEqual([]);
  });
});

it('if a batch is moved again while staff resend the email about its first move, no email with outdated dates remains in the queue', async () => {
  const id = await office.create('2026-06-01');
  const { orderId } = await bookOrder(academy, { fire: id });
  await office.move(id, { start_date: '2026-07-13', affected: 1, notice: 'email' });
  await app.advanceBatchRuns();
  const { run_id: runId } = await office.read(id);
  const { mail } = orderDeps(db, clock);
  const again: Mail = {
    ...mail,
    queue: (tx, email) => mail.queue(tx, { ...email, dedupeKey: `${email.dedupeKey}:again-1` }),
  };
  const deps = { mail: again, greet, now: new Date(clock.now()) };
  const calls: Array<ReturnType<typeof office.move>> = [];
  await db.transaction().execute(async (tx) => {
    expect(await requeueRunEmail(tx, deps, { runId: runId ?? 0, orderId })).toBe(true);
    const moving = office.move(id, { start_date: '2026-07-20', affected: 1, notice: 'none' });
    calls.push(moving);
    await Promise.race([moving, lockWait(academy)]);
  });
  expect(await Promise.all(calls)).toMatchObject([{ status: 200 }]);
  const emails = db.selectFrom('mail_outbox').select('state').where('order_id', '=', orderId);
  expect(await emails.where('dedupe_key', 'like', 'batch-run:%').execute()).toEqual([]);
});

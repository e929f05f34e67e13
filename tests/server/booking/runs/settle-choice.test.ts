import { expect, it } from 'vitest';
import type { BookingChanges } from '../../../../server/booking/runs/booking-changes.ts';
import { claimDue, startRun } from '../../../../server/booking/runs/run.repo.ts';
import { refundItem } from '../../../../server/booking/runs/settle-choice.ts';
import { day as dayMs, fakeClock } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createStaff } from '../../../support/staff.ts';
import { createStudent } from '../../../support/student.ts';
import { batches, seedAcademy } from '../academy-seed.ts';
import { insertHold } from '../seat-holds.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const clock = fakeClock(Date.parse('2026-03-10T06:30:00Z'));
const { id: staffId } = await createStaff({ db, clock }, 'registrar');
const { id: studentId } = await createStudent(db);
const { fireSeven, radarSeven, firstAidOpen } = batches;

type Line = Awaited<ReturnType<BookingChanges['readLines']>>[number];

/**
 * Cancels a batch with one booked student and settles the booking as after the deadline to choose. `lines`: the lines
 * of the order at that time. Returns the result and the keys of the refunds.
 */
async function settleCancelled(lines: readonly Line[]) {
  const order = await insertHold(db, { studentId, batchId: fireSeven, seats: 1, expiresInMs: 600_000 });
  await db
    .updateTable('seat_claims')
    .set({ kind: 'booking', expires_at: null })
    .where('order_id', '=', order)
    .execute();
  const before = { start_date: '2026-04-11', end_date: '2026-04-13' };
  const staff = { staffId, name: 'The registrar' };
  const run = { batchId: fireSeven, before, after: null, asksChoice: true, reason: 'storm', staff };
  const refunds: string[] = [];
  const changes: BookingChanges = {
    lock: () => Promise.resolve(),
    readLines: () => Promise.resolve(lines),
    readBatchRefunds: () => Promise.resolve([]),
    refundLine: (_, { key }) => Promise.resolve(refunds.push(key)),
    transfer: () => Promise.resolve(),
    isRefusedTransfer: () => false,
  };
  await db.transaction().execute(async (tx) => {
    const runId = await startRun(tx, run, clock.now());
    await tx.updateTable('batch_run_items').set({ state: 'waiting' }).where('run_id', '=', runId).execute();
    const item = await claimDue(tx, new Date(clock.now() + 7 * dayMs));
    if (item?.order_id !== order) throw new Error('the booking is not due');
    await refundItem(tx, item, { clock, changes, actor: 'the test' });
  });
  const settled = db.selectFrom('batch_run_items').select(['state', 'settled_at', 'problem']);
  const stored = await settled.where('order_id', '=', order).executeTakeFirst();
  await db.deleteFrom('seat_claims').where('order_id', '=', order).execute();
  return { stored, refunds };
}

const line = (...courses: Line['courses'][number][]): Line => ({
  ...{ itemId: 1, type: 'package', name: 'Sea Start', paidPaise: 1_350_000, cancelledBatchIds: [], courses },
});
const cancelled = { batch_id: fireSeven, start_date: '2026-04-11' };
const settled_at = new Date(clock.now());

it('the automatic refunds for a cancelled batch leave out a booking that staff have cancelled in the meantime', async () => {
  expect(await settleCancelled([])).toEqual({
    stored: { state: 'released', settled_at, problem: null },
    refunds: [],
  });
});

it('a booked package with a cancelled batch is refunded automatically unless another of its courses has started', async () => {
  const later = { batch_id: radarSeven, start_date: '2026-03-11' };
  const started = { batch_id: firstAidOpen, start_date: '2026-03-10' };
  expect(await settleCancelled([line(later, cancelled, started)])).toEqual({
    stored: {
      ...{ state: 'office', settled_at },
      problem: 'Part of the package Sea Start has started. Agree on a refund with the student.',
    },
    refunds: [],
  });
  expect(await settleCancelled([line(later, cancelled)])).toEqual({
    stored: { state: 'refunded', settled_at, problem: null },
    refunds: [expect.stringMatching(/^batch-run:\d+:LF-2026-9\d+:refund$/)],
  });
});

import type { Kysely } from 'kysely';
import {
  type Affected,
  cancelStaffBatch,
  checkBatchMove,
  getBatchRun,
  listMovedStudents,
  listRunStudents,
  moveStaffBatch,
  namedStudents,
  previewBatchCancellation,
} from '../../../contract/staff/batch-changes.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { inDiscardedTransaction } from '../../db/transactions/discarded-transaction.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import { today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound } from '../../http/refusal.ts';
import { type AffectedStudent, countWaiting, readAffected } from '../batches/affected.repo.ts';
import { cancelBatch, moveBatch, readSessions, requireBatch } from '../batches/batch-change.repo.ts';
import { clashesById, readBatchRecord } from '../batches/batch-record.repo.ts';
import { findSameStarts } from '../batches/clashes.repo.ts';
import { sessionsOnDaysOff } from '../batches/session-days.ts';
import { readCalendarDeps, refusing, type StaffBatchDeps } from '../batches/staff-batch.routes.ts';
import type { BookingChanges } from './booking-changes.ts';
import { readRun, listRunStudents as readRunStudents, replaceRuns, startRun } from './run.repo.ts';
import { cancellationSubject, moveSubjects } from './run-emails.ts';
import type { ChoiceDeps } from './settle-choice.ts';

function countAffected(students: readonly AffectedStudent[], office: number): Affected {
  const booked = students.filter(({ kind }) => kind === 'booking');
  return {
    booked: booked.length,
    paying: students.length - booked.length,
    without_email: booked.filter(({ email }) => email === null).length,
    in_package: booked.filter(({ package_name }) => package_name !== null).length,
    office,
    orders: students.map(({ order_id }) => order_id),
  };
}

type BatchRefunds = Awaited<ReturnType<BookingChanges['readBatchRefunds']>>;

/**
 * What the cancellation of a batch would mean for its booked students: their refunds, and how many need a decision of
 * the office.
 */
function cancellationOf(affected: readonly AffectedStudent[], refunds: BatchRefunds) {
  const byOrder = new Map(refunds.map((refund) => [refund.orderId, refund]));
  const booked = affected.filter(({ kind }) => kind === 'booking');
  const students = booked.map(({ order_id, first_name, last_name, email }) => {
    const { paise = 0, needsOffice = false } = byOrder.get(order_id) ?? {};
    return { order_id, name: `${first_name} ${last_name}`.trim(), email, paise: needsOffice ? null : paise };
  });
  return {
    refund: toRupees(students.reduce((sum, { paise }) => sum + (paise ?? 0), 0)),
    for_office: students.filter(({ paise }) => paise === null).length,
    students: students.slice(0, namedStudents).map(({ paise, ...student }) => ({
      ...student,
      refund: paise === null ? null : toRupees(paise),
    })),
  };
}

/**
 * The API calls of the staff console that move and cancel batches with students
 * (docs/product.md#moved-and-cancelled-batches).
 */
export function runRoutes(mount: Mount, deps: StaffBatchDeps & Pick<ChoiceDeps, 'changes'>): void {
  const { clock, changes } = deps;
  const now = () => new Date(clock.now());

  async function recordOf(db: Kysely<Database>, id: number) {
    const data = await readBatchRecord(db, id, today(clock));
    if (!data) throw notFound();
    return { statusCode: 200 as const, data };
  }

  mount(previewBatchCancellation, async ({ db, params: { id }, staff }) => {
    const { office, course_name } = (await recordOf(db, id)).data;
    const affected = await readAffected(db, id);
    const data = {
      ...countAffected(affected, office),
      ...cancellationOf(affected, await changes.readBatchRefunds(db, id, today(clock))),
      email_subject: cancellationSubject(course_name),
      waiting: await countWaiting(db, id),
    };
    const read = { subject: `batch:${id}`, arguments: { students: data.students.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, { action: 'batches affected', ...read }, now()));
    return { statusCode: 200, data };
  });

  mount(checkBatchMove, async ({ db, params: { id }, body: { ignores_length, ...dates } }) => {
    const on = await readCalendarDeps(db, deps);
    const checked = inDiscardedTransaction(db, async (tx) => {
      const { office } = await requireBatch(tx, id);
      const affected = countAffected(await readAffected(tx, id), office);
      const wanted = { ...dates, ignoresLength: ignores_length, affected: affected.orders };
      const { batch, after } = await moveBatch(tx, id, wanted, on);
      const isNewStart = after.start_date !== batch.start_date;
      const sameStarts = isNewStart ? await findSameStarts(tx, [id]) : [];
      return {
        before: { start_date: batch.start_date, end_date: batch.end_date },
        after,
        clashes: (await clashesById(tx, [id])).get(id) ?? [],
        same_start: sameStarts.map(({ other_id }) => other_id),
        days_off: [
          ...on.calendar.dayOffWarnings(after.start_date, after.end_date, batch.length),
          ...sessionsOnDaysOff(await readSessions(tx, id), after, on),
        ],
        affected,
        email_subjects: moveSubjects(batch.course_name),
      };
    });
    return { statusCode: 200, data: await refusing(checkBatchMove.refusals, checked) };
  });

  mount(listMovedStudents, async ({ db, params: { id }, staff }) => {
    await recordOf(db, id);
    const students = (await readAffected(db, id)).map(({ order_id, first_name, last_name, email, kind }) => ({
      ...{ order_id, name: `${first_name} ${last_name}`.trim(), email },
      is_paying: kind === 'hold',
    }));
    const read = { action: 'batches affected', subject: `batch:${id}`, arguments: { students: students.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    return { statusCode: 200, data: students };
  });

  mount(moveStaffBatch, async ({ db, params: { id }, body, staff }) => {
    const { reason, notice, notify, ignores_length, ...dates } = body;
    const on = await readCalendarDeps(db, deps);
    const moved = await refusing(
      moveStaffBatch.refusals,
      moveBatch(db, id, { ...dates, ignoresLength: ignores_length }, on),
    );
    const { batch, after, affected } = moved;
    const before = { start_date: batch.start_date, end_date: batch.end_date };
    const orders = affected.map(({ order_id }) => order_id);
    const wanted = new Set(notice === 'none' ? [] : (notify ?? orders));
    const [notified, leftOut] = [orders.filter((one) => wanted.has(one)), orders.filter((one) => !wanted.has(one))];
    const said = { subject: `batch:${id}`, before, after: { ...after, notice, orders, notified }, reason };
    await recordStaffAction(db, staff, { action: 'batches move', ...said }, now());
    const isSame = before.start_date === after.start_date && before.end_date === after.end_date;
    // Students can choose between new dates, another batch and a refund only before the new dates begin.
    const asksChoice = notice === 'choice' && after.start_date > today(clock);
    // Even if nobody is notified now, invalidate the emailed links of an earlier move: they offer outdated dates.
    if (!isSame) await replaceRuns(db, id);
    if (notified.length > 0 && !isSame)
      await startRun(db, { batchId: id, before, after, asksChoice, leftOut, reason, staff }, clock.now());
    return recordOf(db, id);
  });

  mount(cancelStaffBatch, async ({ db, params: { id }, body: { affected, reason }, staff }) => {
    const cancelled = cancelBatch(db, id, affected, today(clock));
    const { start_date, end_date, booked, held, office } = await refusing(cancelStaffBatch.refusals, cancelled);
    const before = { start_date, end_date };
    const said = {
      subject: `batch:${id}`,
      before: { ...before, booked, held, office },
      after: { state: 'cancelled' },
      reason,
    };
    await recordStaffAction(db, staff, { action: 'batches cancel', ...said }, now());
    if (booked > 0)
      await startRun(db, { batchId: id, before, after: null, asksChoice: true, reason, staff }, clock.now());
    return recordOf(db, id);
  });

  async function requireRun(db: Kysely<Database>, id: number) {
    const run = await readRun(db, id);
    if (!run) throw notFound();
    return run;
  }

  mount(getBatchRun, async ({ db, params: { id } }) => ({ statusCode: 200, data: await requireRun(db, id) }));

  mount(listRunStudents, async ({ db, params: { id }, staff }) => {
    const { batch_id } = await requireRun(db, id);
    const students = await readRunStudents(db, id);
    const read = {
      action: 'batches run',
      subject: `batch:${batch_id}`,
      arguments: { run_id: id, students: students.length },
    };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    return { statusCode: 200, data: students };
  });
}

import { afterEach, describe, expect, it } from 'vitest';
import type { BatchCancellation, MovedStudent } from '../../../../contract/staff/batch-changes.ts';
import type { CancellationLine, ListedOrder, StaffOrder } from '../../../../contract/staff/orders.ts';
import type { StudentRecord } from '../../../../contract/staff/students.ts';
import type { Today } from '../../../../contract/staff/today.ts';
import { day as dayMs } from '../../../support/clock.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, transfer } from '../../orders/changes/booked-order.ts';
import { addFire, claims, orderFire, orderState, pay, placeOrder } from '../../orders/ordering.ts';
import { accept, enlarge, entryOf, joinFire, runJob, waitingFor } from '../../waiting-lists/waiting.ts';
import { openAcademy } from '../academy.ts';
import { batches, courses } from '../academy-seed.ts';
import { openOffice } from './changed-batch.ts';

const academy = await openAcademy({ RATE_FORM: '100000' });
const { db, app, clock, visit } = academy;
const office = await openOffice(academy);
afterEach(() => expectConsistent(academy));

async function cancelBooked(start: string, more: { radar?: number; isPackage?: boolean } = {}) {
  const id = await office.create(start);
  const booked = await bookOrder(academy, { fire: id, ...more });
  expect((await office.cancel(id, 1)).status).toBe(200);
  await app.advanceBatchRuns();
  return { id, ...booked, token: (await office.inboxOf(booked.student.id)).token };
}

describe('cancelling a batch with students', () => {
  it('the preview of cancelling a batch shows the affected students, refunds and emails, and the audit log records that staff read the preview', async () => {
    const id = await office.create('2026-10-05', 5);
    const booked = [
      await bookOrder(academy, { fire: id }),
      await bookOrder(academy, { fire: id, radar: batches.radarOpen }),
    ];
    const part = await bookOrder(academy, { fire: id });
    await transfer(academy, {
      ...{ orderId: part.orderId, courseId: courses.fire, toBatchId: batches.firstAidOpen, refundPaise: 100_000 },
    });
    await transfer(academy, { orderId: part.orderId, courseId: courses.firstAid, toBatchId: id });
    const begun = await bookOrder(academy, { fire: id, radar: batches.radarSeven, isPackage: true });
    await db
      .updateTable('enrolments')
      .set({ start_date: '2026-03-01' })
      .where('order_id', '=', begun.orderId)
      .where('batch_id', '=', batches.radarSeven)
      .execute();
    const paying = await orderFire(academy, id);
    await db.updateTable('students').set({ last_name: '', email: null }).where('id', '=', begun.student.id).execute();
    await waitingFor(academy, (one) => joinFire(one, id));
    const { data } = (await office.call('GET', `/api/staff/batches/${id}/cancellation`)).body;
    const preview = data as BatchCancellation;
    expect(preview).toMatchObject({
      ...{ booked: 4, paying: 1, in_package: 1, for_office: 1, without_email: 1, waiting: 1 },
      email_subject: 'Cancelled: Fire Fighting. Please choose another batch or a refund',
    });
    expect(preview.students.map(({ order_id }) => order_id)).toEqual(
      [...booked, part, begun].map(({ orderId }) => orderId),
    );
    expect(preview.students[0]).toEqual({
      ...{ order_id: booked[0]?.orderId, name: 'Asha Nair', email: expect.stringContaining('@'), refund: 5500.5 },
    });
    expect(preview.students.at(-1)).toMatchObject({ name: 'Asha', email: null, refund: null });
    expect(preview.orders.toSorted()).toEqual(
      [...booked, part, begun]
        .map(({ orderId }) => orderId)
        .concat(paying.created.order_id)
        .toSorted(),
    );
    expect((await office.read(id)).students).toEqual({ booked: 4, paying: 1 });
    const listed = (await office.call('GET', `/api/staff/batches/${id}/move/students`)).body.data as MovedStudent[];
    expect(listed.map(({ name }) => name)).toEqual(['Asha Nair', 'Asha Nair', 'Asha Nair', 'Asha', 'Asha Nair']);
    const audit = db.selectFrom('audit_entries').selectAll().where('command', '=', 'batches affected');
    expect(await audit.orderBy('id').execute()).toMatchObject([
      { subject: `batch:${id}`, arguments: { students: 4 }, before: null, after: null },
      { subject: `batch:${id}`, arguments: { students: 5 }, before: null, after: null },
    ]);
    expect((await office.read(id)).history.map(({ action }) => action)).toEqual(['batches create']);

    await office.cancel(id, 5);
    await pay(academy, paying.student, paying.created);
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject({ emails: { queued: 3 }, without_email: 1 });
    clock.advance(7 * dayMs);
    await app.advanceBatchRuns();
    const run = await office.run(id);
    const refunds = await db
      .selectFrom('booking_changes')
      .select(['order_id', 'refund_paise', 'key', 'reason', 'actor'])
      .where('key', 'like', 'batch-run:%')
      .where(
        'order_id',
        'in',
        preview.students.map(({ order_id }) => order_id),
      )
      .execute();
    for (const { order_id, key, reason, actor } of refunds)
      expect({ key, reason, actor }).toEqual({
        key: `batch-run:${run.id}:${order_id}:refund`,
        reason: `batch ${id} was cancelled`,
        actor: 'automatic refund after the deadline',
      });
    const shown = preview.students.flatMap(({ refund }) => (refund === null ? [] : Math.round(refund * 100)));
    expect(refunds.map(({ refund_paise }) => refund_paise).toSorted()).toEqual(shown.toSorted());
    expect(shown.reduce((sum, paise) => sum + paise, 0)).toBe(Math.round(preview.refund * 100));
  });

  it('a cancelled batch disappears from the course page at once, and each of its students gets one email with a link', async () => {
    const { id, student, token, orderId } = await cancelBooked('2026-05-04');
    const { body } = await visit('/api/course?course_id=101');
    expect(body).not.toContain('2026-05-04');
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual([
      'Cancelled: Fire Fighting. Please choose another batch or a refund',
    ]);
    const dates = { start_date: '2026-05-04', end_date: '2026-05-06' };
    const choose_until = new Date(clock.now() + 7 * dayMs).toISOString();
    const { batches: offered, ...choice } = (await office.readChoice(token)).data;
    expect(offered.map((one) => one.id)).toContain(batches.fireOpen);
    expect(choice).toEqual({
      ...{ kind: 'cancel', first_name: 'Asha', course_name: 'Fire Fighting', order_id: orderId, choose_until },
      ...{ before: dates, after: null, chosen: null, chosen_batch: null },
      refund: { amount: 5500.5, package_name: null },
    });
    expect(await office.choose(token, 'accept')).toMatchObject({
      ...{ status: 409, code: 'CHOICE_NOT_OFFERED' },
      message: 'This choice is not possible. Please choose again.',
    });
    expect(await office.run(id)).toEqual({
      ...{ id: expect.any(Number), batch_id: id, course_name: 'Fire Fighting', kind: 'cancel' },
      ...{ reason: 'simulator in repair', actor: 'The registrar', before: dates, after: null },
      ...{ at: expect.any(String), choose_until, is_done: false, total: 1, without_email: 0, left_out: 0 },
      emails: { queued: 1, sent: 0, failed: 0 },
      by_state: {
        ...{ queued: 0, waiting: 1, notified: 0, accepted: 0, transferred: 0 },
        ...{ refunded: 0, released: 0, replaced: 0, office: 0 },
      },
    });
    expect((await office.read(id)).history[0]).toMatchObject({
      ...{ action: 'batches cancel', reason: 'simulator in repair', after: { state: 'cancelled' } },
      before: { ...dates, booked: 1, held: 0, office: 0 },
    });
  });

  it('My Courses shows until when a student of a cancelled batch can choose a new batch or a refund, and drops a refunded course', async () => {
    const { student, token, id } = await cancelBooked('2026-05-06');
    const coursesOf = async () =>
      (await student.get('/api/users/student/courses')).json().data as Array<{ cancelled?: { choose_until: string } }>;
    const { choose_until } = await office.run(id);
    expect((await coursesOf()).map(({ cancelled }) => cancelled)).toEqual([{ choose_until }]);
    await office.choose(token, 'refund');
    expect(await coursesOf()).toEqual([]);
  });

  it('the console marks a booking of a cancelled batch in the order, the list of orders and the student’s bookings until it is settled', async () => {
    const { student, token, id, orderId } = await cancelBooked('2026-05-07', { radar: batches.radarOpen });
    const read = async (url: string) => (await office.call('GET', `/api/staff${url}`)).body.data;
    const marks = async () => ({
      order: ((await read(`/orders/${orderId}`)) as StaffOrder).lines.flatMap(({ courses: booked }) =>
        booked.map(({ cancelled }) => cancelled),
      ),
      listed: ((await read(`/orders?q=${orderId}`)) as ListedOrder[]).map((one) => one.in_cancelled_batch),
      student: ((await read(`/students/${student.id}`)) as StudentRecord).bookings.flatMap(
        ({ cancelled }) => cancelled ?? [],
      ),
    });
    const { choose_until } = await office.run(id);
    expect(await marks()).toEqual({ order: [{ choose_until }, undefined], listed: [1], student: [{ choose_until }] });
    await office.choose(token, 'transfer', batches.fireOpen);
    expect(await marks()).toEqual({ order: [undefined, undefined], listed: [0], student: [] });
  });

  it('cancelling a batch ends its waiting list: seats on offer are released, and every student on the list gets an email', async () => {
    const id = await office.create('2026-05-08', 1);
    await bookOrder(academy, { fire: id });
    const offered = await waitingFor(academy, (one) => joinFire(one, id));
    const waiting = await waitingFor(academy, (one) => joinFire(one, id));
    await enlarge(academy, id, 1);
    await runJob(academy);
    expect(await entryOf(offered)).toMatchObject({ state: 'offered' });
    expect(await claims(academy, id)).toEqual({ holds: 1, bookings: 1 });
    // The student with the waiting list offer counts as neither booked nor paying.
    expect((await office.cancel(id, 1)).status).toBe(200);
    expect(await claims(academy, id)).toEqual({ holds: 0, bookings: 1 });
    expect((await accept(offered, (await entryOf(offered)).id)).statusCode).toBe(409);
    await runJob(academy);
    for (const one of [offered, waiting]) {
      expect(await entryOf(one)).toMatchObject({ state: 'ended', end_reason: 'cancelled' });
      const mails = await db
        .selectFrom('mail_outbox as m')
        .innerJoin('students as s', 's.email', 'm.recipient')
        .select('m.subject')
        .where('s.id', '=', one.id)
        .execute();
      expect(mails.map(({ subject }) => subject)).toContain('Waiting list ended: Fire Fighting');
    }
    expect((await office.run(id)).total).toBe(1);
  });

  it('cancelling a batch without students starts no job for emails and refunds, and cancelling the batch a second time is refused', async () => {
    const id = await office.create('2026-05-11');
    expect((await office.cancel(id, 0)).body.data).toMatchObject({ state: 'cancelled', run_id: null });
    expect(await office.cancel(id, 0)).toMatchObject({ status: 409, body: { code: 'BATCH_IS_CANCELLED' } });
  });

  it('a student of a cancelled batch who chooses nothing within seven days is refunded once, even if the job runs several times', async () => {
    const { id, orderId } = await cancelBooked('2026-05-18');
    clock.advance(7 * dayMs);
    await Promise.all([app.advanceBatchRuns(), app.advanceBatchRuns()]);
    await app.advanceBatchRuns();
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 550_050 }]);
    expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { refunded: 1 } });
    expect(await claims(academy, id)).toEqual({ holds: 0, bookings: 0 });
  });

  it('students of a cancelled batch get the email and the refund even if the job first runs after the deadline for choosing another batch', async () => {
    const start = clock.now();
    clock.advance(7 * dayMs);
    await app.advanceBatchRuns();
    const id = await office.create('2026-05-25');
    const { orderId, student } = await bookOrder(academy, { fire: id });
    await office.cancel(id, 1);
    clock.advance(7 * dayMs);
    // The job notifies the student and settles the booking.
    expect(await app.advanceBatchRuns()).toEqual({ attempted: 2, failures: [] });
    expect((await office.inboxOf(student.id)).subjects).toEqual([
      'Cancelled: Fire Fighting. Please choose another batch or a refund',
    ]);
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 550_050 }]);
    expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { refunded: 1 } });
    clock.advance(start - clock.now());
  });

  it('an order that is paid after its batch was cancelled is due for a refund and gets no seat', async () => {
    const id = await office.create('2026-06-01');
    const { student, created } = await orderFire(academy, id);
    await office.cancel(id, 1);
    await pay(academy, student, created);
    expect(await orderState(academy, created.order_id)).toBe('refund_due');
    expect(await claims(academy, id)).toEqual({ holds: 0, bookings: 0 });
  });

  it('if one batch of a package is cancelled, the whole package is refunded, and the student sees this before choosing the refund', async () => {
    const { id, orderId, token } = await cancelBooked('2026-06-08', { radar: batches.radarOpen, isPackage: true });
    const { data } = await office.readChoice(token);
    expect(data.refund).toEqual({ amount: 13_500, package_name: 'Sea Start' });
    const { data: chosen } = await office.choose(token, 'refund');
    expect(chosen).toMatchObject({ chosen: 'refunded', chosen_batch: null, batches: [], refund: null });
    const changes = db.selectFrom('booking_changes').select(['reason', 'actor']).where('order_id', '=', orderId);
    expect(await changes.execute()).toEqual([
      { reason: `batch ${id} was cancelled`, actor: 'student by emailed link' },
    ]);
    const refunds = await refundsOf(academy, orderId);
    expect(refunds.map(({ amount_paise }) => amount_paise)).toEqual([(data.refund?.amount ?? 0) * 100]);
  });

  it('a package with a cancelled batch is not refunded automatically but left to staff if another course of the package has started', async () => {
    const { id, orderId, token } = await cancelBooked('2026-06-15', { radar: batches.radarSeven, isPackage: true });
    // The radar course starts today.
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await db
      .updateTable('enrolments')
      .set({ start_date: today, end_date: today })
      .where('batch_id', '=', batches.radarSeven)
      .execute();
    expect((await office.readChoice(token)).data.refund).toBeNull();
    expect(await office.choose(token, 'refund')).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
    clock.advance(7 * dayMs);
    await app.advanceBatchRuns();
    expect(await refundsOf(academy, orderId)).toEqual([]);
    const run = await office.run(id);
    expect(run).toMatchObject({ is_done: true, by_state: { office: 1 } });
    const { body } = await office.call('GET', `/api/staff/batch-runs/${run.id}/students`);
    expect(body.data).toMatchObject([
      {
        ...{ order_id: orderId, state: 'office' },
        problem: 'Part of the package Sea Start has started. Agree on a refund with the student.',
      },
    ]);
  });

  it('a package of which both batches are cancelled is refunded once after seven days, even if the start dates of both batches have passed', async () => {
    const [fire, radar] = [await office.create('2026-06-16'), await office.create('2026-06-18', 10, courses.radar)];
    const { student, orderId } = await bookOrder(academy, { fire, radar, isPackage: true });
    await office.cancel(radar, 1);
    await db.updateTable('enrolments').set({ start_date: '2026-03-01' }).where('order_id', '=', orderId).execute();
    const { body } = await office.call('GET', `/api/staff/batches/${fire}/cancellation`);
    expect(body.data).toMatchObject({ booked: 1, for_office: 0, refund: 13_500 });
    await office.cancel(fire, 1);
    await app.advanceBatchRuns();
    const { token } = await office.inboxOf(student.id);
    expect((await office.readChoice(token)).data.refund).toMatchObject({ amount: 13_500 });
    const clockNow = clock.now();
    clock.advance(7 * dayMs);
    await app.advanceBatchRuns();
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 1_350_000 }]);
    for (const id of [fire, radar]) expect((await office.run(id)).by_state.office).toBe(0);
    clock.advance(clockNow - clock.now());
  });

  it.each([
    ['cancelled', (orderId: string) => cancel(academy, { orderId, lines: 'all' })],
    [
      'moved',
      async (orderId: string) =>
        transfer(academy, { orderId, courseId: courses.fire, toBatchId: await office.create('2026-09-28') }),
    ],
  ])(
    'a booking in a cancelled batch that needs a decision by staff stays on their list until they have %s the booking',
    async (_, settle) => {
      const { id, orderId } = await cancelBooked('2026-06-17', { radar: batches.radarSeven, isPackage: true });
      await db
        .updateTable('enrolments')
        .set({ start_date: '2026-03-01' })
        .where('batch_id', '=', batches.radarSeven)
        .execute();
      clock.advance(7 * dayMs);
      await app.advanceBatchRuns();
      expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { office: 1 } });
      const list = async () => {
        const { body } = await office.call('GET', '/api/staff/orders?settle=office');
        return (body.data as Array<{ order_id: string }>).map(({ order_id }) => order_id);
      };
      const counted = async () => {
        const { body } = await office.call('GET', '/api/staff/today');
        return (body.data as Today).attention.find(({ kind }) => kind === 'bookingsToSettle')?.count;
      };
      expect(await list()).toContain(orderId);
      const order = (await office.call('GET', `/api/staff/orders/${orderId}`)).body.data as StaffOrder;
      const marked = order.lines.flatMap(({ courses: booked }) => booked).filter(({ cancelled }) => cancelled);
      expect(marked).toMatchObject([{ batch_id: id, cancelled: { choose_until: null } }]);
      const before = await counted();
      await settle(orderId);
      expect(await list()).not.toContain(orderId);
      expect(await counted()).toBe((before ?? 0) - 1);
      await app.advanceBatchRuns();
      const run = await office.run(id);
      expect(run).toMatchObject({ is_done: true, by_state: { office: 0, released: 1 } });
      const { body } = await office.call('GET', `/api/staff/batch-runs/${run.id}/students`);
      expect(body.data).toMatchObject([{ order_id: orderId, state: 'released', problem: null }]);
    },
  );

  it('after staff have refunded a booking in a cancelled batch, the booking is not refunded again automatically', async () => {
    const { id, orderId } = await cancelBooked('2026-07-06');
    await cancel(academy, { orderId, lines: 'all' });
    clock.advance(7 * dayMs);
    await app.advanceBatchRuns();
    expect(await refundsOf(academy, orderId)).toHaveLength(1);
    expect((await office.run(id)).by_state).toMatchObject({ released: 1, refunded: 0 });
  });

  it('the progress report of a cancelled batch no longer counts a booking as waiting for a choice once staff have cancelled or moved it', async () => {
    const id = await office.create('2026-07-08');
    const [cancelled, moved] = [await bookOrder(academy, { fire: id }), await bookOrder(academy, { fire: id })];
    await office.cancel(id, 2);
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject({ by_state: { waiting: 2 }, is_done: false });
    await cancel(academy, { orderId: cancelled.orderId, lines: 'all' });
    await transfer(academy, {
      orderId: moved.orderId,
      courseId: courses.fire,
      toBatchId: await office.create('2026-07-22'),
    });
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject({ by_state: { waiting: 0, released: 2 }, is_done: true });
  });

  it('a booking whose batch the academy cancelled is refunded in full, whatever the refund policy says', async () => {
    const { orderId } = await cancelBooked('2026-05-11');
    const { body } = await office.call('GET', `/api/staff/orders/${orderId}/cancellation`);
    const [line] = (body.data as { lines: CancellationLine[] }).lines;
    expect(line).toMatchObject({ is_batch_cancelled: true, percent: 100, refund: line?.paid });
    const wish = { item_ids: [line?.item_id], refund: line?.paid, reason: 'agreed by telephone' };
    expect((await office.call('POST', `/api/staff/orders/${orderId}/cancel`, wish)).status).toBe(200);
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: Math.round((line?.paid ?? 0) * 100) }]);
  });

  it('the link in the email about a cancelled batch cannot move a booking that staff have already moved to another batch', async () => {
    const { orderId, token } = await cancelBooked('2026-07-10');
    const [other, agreed] = [await office.create('2026-07-20'), await office.create('2026-07-24')];
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: agreed });
    expect(await office.choose(token, 'transfer', other)).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
    expect((await claims(academy, agreed)).bookings).toBe(1);
    expect((await claims(academy, other)).bookings).toBe(0);
  });

  it('a student of a cancelled batch cannot choose as a replacement a batch for which the student has an unpaid order', async () => {
    const { student, token } = await cancelBooked('2026-07-17');
    const other = await office.create('2026-07-27');
    await addFire(student, other);
    await placeOrder(student);
    expect(await office.choose(token, 'transfer', other)).toMatchObject({ status: 409, code: 'BATCH_NOT_FREE' });
    expect((await office.readChoice(token)).data.chosen).toBeNull();
    expect(await claims(academy, other)).toEqual({ holds: 1, bookings: 0 });
  });

  it('a failed automatic refund for a cancelled batch is reported to staff and retried after five minutes', async () => {
    const { id, orderId } = await cancelBooked('2026-11-09');
    clock.advance(7 * dayMs);
    // Without a stored payment of the order, the refund cannot be requested.
    const payment = await db
      .deleteFrom('provider_payments')
      .where('attempt_id', '=', `${orderId}-1`)
      .returningAll()
      .executeTakeFirstOrThrow();
    const advance = async () => (await app.advanceBatchRuns()).failures.length;
    expect(await advance()).toBe(1);
    const { run_id } = await office.read(id);
    const { body } = await office.call('GET', `/api/staff/batch-runs/${run_id}/students`);
    expect(body.data).toMatchObject([
      { state: 'waiting', problem: expect.stringMatching(/^The refund failed and is tried again: .+/) },
    ]);
    expect(await office.run(id)).toMatchObject({ is_done: false, by_state: { waiting: 1, refunded: 0 } });
    const failed = db.selectFrom('batch_run_items').select('order_id').where('problem', 'like', 'The refund failed%');
    expect(await failed.execute()).toEqual([{ order_id: orderId }]);
    await db.insertInto('provider_payments').values(payment).execute();
    clock.advance(300_000 - 1);
    expect(await advance()).toBe(0);
    expect(await refundsOf(academy, orderId)).toEqual([]);
    clock.advance(1);
    expect(await advance()).toBe(0);
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 550_050 }]);
    expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { refunded: 1 } });
  });

  it('reading the students of a cancelled batch is recorded in the audit log but not shown in the history of the batch', async () => {
    const { id, orderId } = await cancelBooked('2026-07-14');
    const { run_id } = await office.read(id);
    const { body } = await office.call('GET', `/api/staff/batch-runs/${run_id}/students`);
    expect(body.data).toMatchObject([{ order_id: orderId }]);
    const read = db.selectFrom('audit_entries').selectAll().where('command', '=', 'batches run');
    expect(await read.where('subject', '=', `batch:${id}`).execute()).toMatchObject([
      { arguments: { run_id, students: 1 }, before: null, after: null, staff_id: expect.any(String) },
    ]);
    expect((await office.read(id)).history.map(({ action }) => action)).not.toContain('batches run');
  });

  it('the list of students of a cancelled batch starts with those without an email address and ends with those who have chosen', async () => {
    const id = await office.create('2026-07-15');
    const [chosen, waiting, silent] = [
      await bookOrder(academy, { fire: id }),
      await bookOrder(academy, { fire: id }),
      await bookOrder(academy, { fire: id }),
    ];
    await db.updateTable('students').set({ email: null }).where('id', '=', silent.student.id).execute();
    await office.cancel(id, 3);
    await app.advanceBatchRuns();
    await office.choose((await office.inboxOf(chosen.student.id)).token, 'refund');
    const { run_id } = await office.read(id);
    const { body } = await office.call('GET', `/api/staff/batch-runs/${run_id}/students`);
    expect(body.data).toMatchObject([
      { order_id: silent.orderId, email: null, state: 'waiting', name: 'Asha Nair' },
      { order_id: waiting.orderId, state: 'waiting' },
      { order_id: chosen.orderId, state: 'refunded' },
    ]);
  });

  it('the progress report of a cancelled batch counts emails that were sent and those that could not be delivered', async () => {
    const id = await office.create('2026-07-16');
    const [sent, dead] = [await bookOrder(academy, { fire: id }), await bookOrder(academy, { fire: id })];
    await office.cancel(id, 2);
    await app.advanceBatchRuns();
    const setState = ({ orderId }: typeof sent, state: 'sent' | 'dead') =>
      db
        .updateTable('mail_outbox')
        .set(state === 'dead' ? { state } : { state, sent_at: new Date(), body: '', html: null, link: null })
        .where('order_id', '=', orderId)
        .where('dedupe_key', 'like', 'batch-run:%')
        .execute();
    await setState(sent, 'sent');
    expect((await office.run(id)).emails).toEqual({ queued: 2, sent: 1, failed: 0 });
    await setState(dead, 'dead');
    expect((await office.run(id)).emails).toEqual({ queued: 2, sent: 1, failed: 1 });
  });

  it.each(['/api/staff/batch-runs/999999', '/api/staff/batch-runs/999999/students'])(
    'GET %s returns 404, because no move or cancellation of a batch has this id',
    async (url) => {
      expect((await office.call('GET', url)).status).toBe(404);
    },
  );

  it('the link in the email about a cancelled batch offers the open batches with a free seat that start tomorrow or later, earliest first', async () => {
    const [later, sooner, tomorrow] = [
      await office.create('2026-12-21'),
      await office.create('2026-12-07'),
      await office.create('2026-12-14'),
    ];
    const start = '2026-03-11';
    await db.updateTable('batches').set({ start_date: start }).where('id', '=', tomorrow).execute();
    const [full, closed, today, booked] = [
      await office.create('2026-12-08', 1),
      await office.create('2026-12-09'),
      await office.create('2026-12-10'),
      await office.create('2026-12-11'),
    ];
    await bookOrder(academy, { fire: full });
    await db.updateTable('batches').set({ status: 'closed' }).where('id', '=', closed).execute();
    await db.updateTable('batches').set({ start_date: '2026-03-10' }).where('id', '=', today).execute();
    const clockNow = clock.now();
    clock.advance(Date.parse('2026-03-10T06:30:00Z') - clockNow);
    const { student, token, id } = await cancelBooked('2026-12-01');
    await addFire(student, booked);
    await pay(academy, student, await placeOrder(student));
    const offered = (await office.readChoice(token)).data.batches.map((one) => one.id);
    const known = new Set([later, sooner, tomorrow, full, closed, today, booked, id]);
    expect(offered.filter((one) => known.has(one))).toEqual([tomorrow, sooner, later]);
    expect(offered).not.toContain(batches.radarOpen);
    clock.advance(clockNow - clock.now());
  });

  it('the progress report of a cancelled batch counts students without an email address, so that staff can call them', async () => {
    const id = await office.create('2026-07-13');
    const { student } = await bookOrder(academy, { fire: id });
    await db.updateTable('students').set({ email: null }).where('id', '=', student.id).execute();
    await office.cancel(id, 1);
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject({ without_email: 1, emails: { queued: 0 }, by_state: { waiting: 1 } });
  });
});

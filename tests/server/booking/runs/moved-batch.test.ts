import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { clientHeader, clientName } from '../../../../contract/headers.ts';
import type { CheckedMove } from '../../../../contract/staff/batch-changes.ts';
import { claimQueued } from '../../../../server/booking/runs/run.repo.ts';
import { day as dayMs } from '../../../support/clock.ts';
import { createStaff, signInAsStaff } from '../../../support/staff.ts';
import { bookOrder, cancel, expectConsistent, refundsOf, transfer } from '../../orders/changes/booked-order.ts';
import {
  claims,
  expireHolds,
  orderFire,
  orderState,
  pay,
  payAfterDecline,
  pressPaymentButton,
  recheckOrder,
} from '../../orders/ordering.ts';
import { poll } from '../../orders/pay/make-due.ts';
import { openAcademy } from '../academy.ts';
import { batches, courses } from '../academy-seed.ts';
import { openOffice } from './changed-batch.ts';

const academy = await openAcademy({ RATE_FORM: '100000' });
const { app, clock, db } = academy;
const office = await openOffice(academy);
afterEach(() => expectConsistent(academy));

/** Books a student into a batch, moves it and writes the email that asks the student for a choice. */
async function moveBooked(start: string, to: string) {
  const id = await office.create(start);
  const booked = await bookOrder(academy, { fire: id });
  expect((await office.move(id, { start_date: to, affected: 1 })).status).toBe(200);
  await app.advanceBatchRuns();
  return { id, ...booked, token: (await office.inboxOf(booked.student.id)).token };
}

/** The last paragraph of the newest email about an order's moved batch. */
async function lastLines(orderId: string): Promise<string | undefined> {
  const emails = db.selectFrom('mail_outbox').select('body').where('order_id', '=', orderId);
  const { body } = await emails
    .where('dedupe_key', 'like', 'batch-run:%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return body?.split('\n\n').at(-1);
}

describe('moving a batch with students', () => {
  it('checking a move of a batch returns its new dates and the affected students, and does not move the batch', async () => {
    const id = await office.create('2026-05-04');
    const { orderId } = await bookOrder(academy, { fire: id });
    const { created } = await orderFire(academy, id);
    const { body } = await office.checkMove(id, { start_date: '2026-05-25' });
    expect(body.data).toEqual({
      before: { start_date: '2026-05-04', end_date: '2026-05-06' },
      after: { start_date: '2026-05-25', end_date: '2026-05-27' },
      clashes: [],
      same_start: [],
      days_off: [],
      affected: {
        ...{ booked: 1, paying: 1, without_email: 0, in_package: 0, office: 0 },
        orders: [orderId, created.order_id],
      },
      email_subjects: {
        choice: 'New dates for Fire Fighting. Please choose',
        email: 'New dates for Fire Fighting',
      },
    });
    expect((await office.read(id)).start_date).toBe('2026-05-04');
    const tooLong = { start_date: '2026-05-25', end_date: '2026-05-30' };
    expect(await office.checkMove(id, tooLong)).toMatchObject({ status: 409, body: { code: 'WRONG_LENGTH' } });
    const lengthened = await office.checkMove(id, { ...tooLong, ignores_length: true });
    expect(lengthened.body.data).toMatchObject({ after: tooLong });
    expect((await office.checkMove(99_999, tooLong)).status).toBe(404);
    expect((await office.call('GET', '/api/staff/batches/99999/move/students')).status).toBe(404);
  });

  it('checking a move of a batch reports lessons on days off, and other batches of the course that start on the same day', async () => {
    const daysOff = { weekly_off: ['sunday'], holidays: [{ date: '2026-08-15', name: 'Independence Day' }] };
    const stored = { path: 'calendar.json', body: JSON.stringify(daysOff) };
    await db.insertInto('content_files').values(stored).execute();
    const [id, other] = [await office.create('2026-08-03'), await office.create('2026-08-13')];
    const times = { start_time: '09:00', end_time: '17:00' };
    const sessions = [
      { day: '2026-08-03', ...times },
      { day: '2026-08-05', ...times, start_time: '13:00' },
    ];
    await db
      .insertInto('batch_sessions')
      .values(sessions.map((session) => ({ batch_id: id, ...session })))
      .execute();
    const check = async (body: object) => (await office.checkMove(id, body)).body.data;
    expect(await check({ start_date: '2026-08-13' })).toMatchObject({
      after: { end_date: '2026-08-17' },
      same_start: [other],
      days_off: ['Has lessons on a day off: 2026-08-15, Independence Day'],
    });
    expect(await check({ start_date: '2026-08-14', end_date: '2026-08-16' })).toMatchObject({
      same_start: [],
      days_off: ['Ends on a day off: Sunday', 'Has lessons on a day off: 2026-08-16, Sunday'],
    });
    expect(await check({ start_date: '2026-08-16' })).toMatchObject({ days_off: ['Starts on a day off: Sunday'] });
    expect(await check({ start_date: '2026-08-03' })).toMatchObject({ same_start: [], days_off: [] });
    await db.deleteFrom('content_files').where('path', '=', stored.path).execute();
  });

  it('moving or cancelling a batch is refused if the affected students are not those that staff saw, even if their number is the same', async () => {
    const id = await office.create('2026-05-11');
    const [left, booked] = [await bookOrder(academy, { fire: id }), await bookOrder(academy, { fire: id })];
    await cancel(academy, { orderId: left.orderId, lines: 'all' });
    const added = await bookOrder(academy, { fire: id });
    const refused = { status: 409, body: { code: 'AFFECTED_CHANGED' } };
    const send = (url: string, affected: string[], more: object = {}) =>
      office.call('POST', `/api/staff/batches/${id}${url}`, { affected, reason: 'simulator in repair', ...more });
    const seen = [left.orderId, booked.orderId];
    const move = { start_date: '2026-06-01', notice: 'none' };
    expect(await send('/move', seen, move)).toMatchObject(refused);
    expect(await send('/cancel', seen)).toMatchObject(refused);
    expect(await send('/cancel', [booked.orderId])).toMatchObject(refused);
    expect((await send('/move', [added.orderId, booked.orderId], move)).status).toBe(200);
  });

  it('a move of a batch whose dates a colleague has changed meanwhile is refused, moves nothing and notifies nobody', async () => {
    const id = await office.create('2026-05-12');
    const { orderId } = await bookOrder(academy, { fire: id });
    const { body } = await office.checkMove(id, { start_date: '2026-06-02' });
    const { before: seen } = body.data as CheckedMove;
    const move = (start_date: string, before?: object) =>
      office.call('POST', `/api/staff/batches/${id}/move`, {
        ...{ start_date, before, affected: [orderId], notice: 'choice', reason: 'simulator in repair' },
      });
    expect((await move('2026-06-09', seen)).status).toBe(200);
    await app.advanceBatchRuns();
    const emails = () => db.selectFrom('mail_outbox').select('id').where('order_id', '=', orderId).execute();
    const written = await emails();
    expect(await move('2026-06-02', seen)).toMatchObject({
      status: 409,
      body: { code: 'BATCH_DATES_CHANGED', message: expect.stringContaining('now 2026-06-09 to 2026-06-11') },
    });
    await app.advanceBatchRuns();
    expect(await office.read(id)).toMatchObject({ start_date: '2026-06-09', end_date: '2026-06-11' });
    expect(await emails()).toEqual(written);
    // The batch already has these dates. Below, `seen` is missing, as in a request from a page of an earlier release.
    expect((await move('2026-06-09', seen)).status).toBe(200);
    await app.advanceBatchRuns();
    expect(await emails()).toEqual(written);
    expect(await office.run(id)).toMatchObject({ is_done: false, by_state: { waiting: 1, replaced: 0 } });
    expect((await move('2026-06-02')).status).toBe(200);
  });

  it('the list of students affected by the move of a batch contains their names, and reading the list is recorded in the audit log', async () => {
    const id = await office.create('2026-05-12');
    const { orderId } = await bookOrder(academy, { fire: id });
    const { created } = await orderFire(academy, id);
    const { body } = await office.call('GET', `/api/staff/batches/${id}/move/students`);
    expect(body.data).toMatchObject([
      { order_id: orderId, name: 'Asha Nair', email: expect.stringContaining('@'), is_paying: false },
      { order_id: created.order_id, is_paying: true },
    ]);
    const read = db.selectFrom('audit_entries').select('arguments').where('subject', '=', `batch:${id}`);
    expect(await read.where('command', '=', 'batches affected').execute()).toEqual([{ arguments: { students: 2 } }]);
  });

  it('the email about a moved batch goes to all students whom staff select, including those who pay later, and to nobody else', async () => {
    const id = await office.create('2026-05-13');
    const [chosen, other] = [await bookOrder(academy, { fire: id }), await bookOrder(academy, { fire: id })];
    const [later, leftOut] = [await orderFire(academy, id), await orderFire(academy, id)];
    const notify = [chosen.orderId, later.created.order_id];
    await app.advanceBatchRuns();
    expect((await office.move(id, { start_date: '2026-06-03', affected: 4, notify })).status).toBe(200);
    expect(await app.advanceBatchRuns()).toEqual({ attempted: 1, failures: [] });
    const accept = async ({ student }: { student: { id: string } }) => {
      expect((await office.choose((await office.inboxOf(student.id)).token, 'accept')).status).toBe(200);
      await app.advanceBatchRuns();
    };
    await accept(chosen);
    // A student whom staff have selected is still paying.
    expect(await office.run(id)).toMatchObject({ total: 1, left_out: 2, is_done: false, by_state: { accepted: 1 } });
    await pay(academy, later.student, later.created);
    expect(await app.advanceBatchRuns()).toEqual({ attempted: 1, failures: [] });
    expect(await office.run(id)).toMatchObject({ is_done: false, by_state: { accepted: 1, waiting: 1 } });
    await accept(later);
    const done = { total: 2, left_out: 2, is_done: true, by_state: { accepted: 2 } };
    expect(await office.run(id)).toMatchObject(done);
    await pay(academy, leftOut.student, leftOut.created);
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject(done);
    const subjectsOf = async ({ student }: { student: { id: string } }) => (await office.inboxOf(student.id)).subjects;
    const subject = 'New dates for Fire Fighting. Please choose';
    for (const one of [chosen, later]) expect(await subjectsOf(one)).toEqual([subject]);
    for (const one of [other, leftOut]) expect(await subjectsOf(one)).toEqual([]);
    const [moved] = (await office.read(id)).history;
    expect(moved).toMatchObject({
      ...{ action: 'batches move', reason: 'simulator in repair' },
      ...{ before: { start_date: '2026-05-13', end_date: '2026-05-15' } },
    });
    const all = [chosen.orderId, other.orderId, later.created.order_id, leftOut.created.order_id];
    expect(moved?.after).toEqual({
      ...{ start_date: '2026-06-03', end_date: '2026-06-05', notice: 'choice' },
      ...{ orders: all, notified: notify },
    });
  });

  it('moving a batch sends no email if staff select no student to notify', async () => {
    const id = await office.create('2026-05-14');
    const { student } = await bookOrder(academy, { fire: id });
    const moved = await office.move(id, { start_date: '2026-06-04', affected: 1, notify: [] });
    expect(moved.body.data).toMatchObject({ run_id: null });
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual([]);
  });

  it('moving a batch requires step-up authentication only if its students may choose a refund', async () => {
    const id = await office.create('2026-05-15');
    const stale = await signInAsStaff(academy, await createStaff(academy, 'registrar'), {
      verifiedAt: clock.now() - dayMs / 24,
    });
    const move = async (notice: string, start_date: string) => {
      const payload = { start_date, notice, affected: [], reason: 'simulator in repair' };
      const headers = { ...stale, [clientHeader]: clientName };
      const sent = { method: 'POST' as const, url: `/api/staff/batches/${id}/move`, headers, payload };
      const answered = await app.server.inject(sent);
      return answered.json<{ code?: string }>().code ?? answered.statusCode;
    };
    expect(await move('choice', '2026-06-05')).toBe('STEP_UP_NEEDED');
    expect(await move('email', '2026-06-05')).toBe(200);
    expect(await move('none', '2026-06-08')).toBe(200);
  });

  it('each student of a moved batch gets one email with a link, by which the student can accept the new dates only once', async () => {
    const { id, student, orderId, token } = await moveBooked('2026-05-18', '2026-06-08');
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual(['New dates for Fire Fighting. Please choose']);
    expect(await lastLines(orderId)).toMatch(
      /^The link works until .+ \(Indian time\)\. If you do not choose until then, your seat on the new dates stays booked\.$/,
    );
    const { data } = await office.readChoice(token);
    expect(data).toMatchObject({
      ...{ kind: 'move', chosen: null, refund: { amount: 5500.5, package_name: null } },
      before: { start_date: '2026-05-18' },
      after: { start_date: '2026-06-08', end_date: '2026-06-10' },
    });
    expect(data.batches.map((one) => one.id)).toContain(batches.fireOpen);
    expect(data.batches.map((one) => one.id)).not.toContain(id);
    expect(await office.choose(token, 'transfer')).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
    expect((await office.choose(token, 'accept')).data).toMatchObject({
      ...{ chosen: 'accepted', chosen_batch: null, batches: [], refund: null },
    });
    const settled = db.selectFrom('batch_run_items').select(['state', 'settled_at', 'problem']);
    expect(await settled.where('order_id', '=', orderId).execute()).toEqual([
      { state: 'accepted', settled_at: new Date(clock.now()), problem: null },
    ]);
    expect(await office.choose(token, 'refund')).toMatchObject({
      ...{ status: 409, code: 'ALREADY_CHOSEN', message: 'You have chosen already.' },
    });
    expect(await office.run(id)).toMatchObject({ total: 1, by_state: { accepted: 1, waiting: 0 } });
  });

  it('the link in the email about a moved batch cannot accept the new dates once staff have moved the booking to another batch', async () => {
    const { orderId, token } = await moveBooked('2026-05-20', '2026-06-12');
    await transfer(academy, { orderId, courseId: courses.fire, toBatchId: await office.create('2026-07-27') });
    expect(await office.choose(token, 'accept')).toMatchObject({ status: 409, code: 'CHOICE_NOT_OFFERED' });
  });

  it('a student who books a batch after it was moved gets no email about the move', async () => {
    const { id } = await moveBooked('2026-05-19', '2026-06-11');
    const { student } = await bookOrder(academy, { fire: id });
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual([]);
    expect(await office.run(id)).toMatchObject({ total: 1, by_state: { waiting: 1 } });
  });

  it('a student of a moved batch sees the new dates in My Orders, and the receipt keeps the dates that were paid for', async () => {
    const { student, orderId, created } = await moveBooked('2026-03-23', '2026-06-09');
    const start = clock.now();
    // The first day after the dates that the student has booked.
    clock.advance(Date.parse('2026-03-26T06:00:00Z') - start);
    const item = { batch_start_date: '2026-06-09', batch_end_date: '2026-06-11', status: 'Not Started' };
    const { data: orders } = (await student.get('/api/users/student/orders')).json();
    expect(orders).toMatchObject([{ order_id: orderId, items: [item] }]);
    const query = `user_id=${student.id}&attempt_id=${created.attempt_id}`;
    const { data: update } = (await student.get(`/api/orders/update?${query}`)).json();
    expect(update.order).toMatchObject({ items: [item] });
    const { data: receipt } = (await student.get(`/api/orders/${orderId}/receipt`)).json();
    expect(receipt.lines).toMatchObject([{ courses: [{ batch_start_date: '2026-03-23' }] }]);
    clock.advance(start - clock.now());
  });

  it('a student of a moved batch who chooses another batch by the emailed link gets a seat in that batch and gives up the old seat', async () => {
    const { id, student, token, orderId } = await moveBooked('2026-06-15', '2026-07-06');
    const before = await claims(academy, batches.fireOpen);
    const { data } = await office.choose(token, 'transfer', batches.fireOpen);
    expect(data).toMatchObject({
      ...{ chosen: 'transferred', chosen_batch: { start_date: '2026-04-01', end_date: '2026-04-03' } },
      ...{ batches: [], refund: null },
    });
    const run = await office.run(id);
    expect(run.by_state).toMatchObject({ transferred: 1, waiting: 0 });
    const changes = db.selectFrom('booking_changes').select(['key', 'reason', 'actor']);
    expect(await changes.where('order_id', '=', orderId).execute()).toEqual([
      {
        key: `batch-run:${run.id}:${orderId}:transfer`,
        reason: `batch ${id} was moved`,
        actor: 'student by emailed link',
      },
    ]);
    expect((await claims(academy, batches.fireOpen)).bookings).toBe(before.bookings + 1);
    expect((await claims(academy, id)).bookings).toBe(0);
    expect((await student.get('/api/users/student/courses')).json().data).toMatchObject([{ start_date: '2026-04-01' }]);
  });

  it('a student of a moved batch cannot change to a full batch', async () => {
    const { token } = await moveBooked('2026-06-22', '2026-07-13');
    expect(await office.choose(token, 'transfer', batches.fireFull)).toMatchObject({
      ...{ status: 409, code: 'BATCH_NOT_FREE' },
      message: 'This batch has no seat left. Please choose another.',
    });
    expect((await office.readChoice(token)).data.chosen).toBeNull();
  });

  it('a student of a moved batch who chooses a refund by the emailed link is refunded once, even if two clicks arrive at the same time', async () => {
    const { id, orderId, token } = await moveBooked('2026-06-29', '2026-07-20');
    const answers = await Promise.all([office.choose(token, 'refund'), office.choose(token, 'refund')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundsOf(academy, orderId)).toMatchObject([{ amount_paise: 550_050 }]);
    expect((await claims(academy, id)).bookings).toBe(0);
  });

  it('moving a batch again invalidates the links in the emails about the first move', async () => {
    const { id, student, token } = await moveBooked('2026-07-27', '2026-08-03');
    const other = await moveBooked('2026-07-28', '2026-08-04');
    const { id: firstRun } = await office.run(id);
    await office.move(id, { start_date: '2026-08-10', affected: 1 });
    await app.advanceBatchRuns();
    expect(await office.readChoice(token)).toMatchObject({
      ...{ status: 404, code: 'LINK_INVALID' },
      message: 'This link has expired or was replaced by a newer one.',
    });
    const { body } = await office.call('GET', `/api/staff/batch-runs/${firstRun}`);
    expect(body.data).toMatchObject({
      ...{ is_done: true, by_state: { replaced: 1, waiting: 0 } },
      after: { start_date: '2026-08-03', end_date: '2026-08-05' },
    });
    expect((await office.inboxOf(student.id)).subjects).toHaveLength(1);
    // The second move of this batch does not change the move of the other batch or its student's choice.
    expect((await office.readChoice(other.token)).data.chosen).toBeNull();
    expect((await office.inboxOf(other.student.id)).subjects).toHaveLength(1);
    expect(await office.run(other.id)).toMatchObject({ is_done: false, by_state: { waiting: 1, replaced: 0 } });
    const newer = (await office.inboxOf(student.id)).token;
    expect((await office.readChoice(newer)).data.after).toMatchObject({ start_date: '2026-08-10' });
  });

  it('a student who is paying for a batch while it is moved gets the email about the move only after paying', async () => {
    const id = await office.create('2026-08-17');
    const { student, created } = await orderFire(academy, id);
    await office.move(id, { start_date: '2026-08-24', affected: 1 });
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual([]);
    await pay(academy, student, created);
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toHaveLength(1);
  });

  it('paying for a moved batch after the seat hold expired sends an email about the move and a confirmation with the new dates', async () => {
    const id = await office.create('2026-08-31');
    await bookOrder(academy, { fire: id });
    const { student, created } = await orderFire(academy, id);
    await expireHolds(academy, created.order_id);
    await office.move(id, { start_date: '2026-11-16', affected: 1 });
    await app.advanceBatchRuns();
    await pay(academy, student, created);
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual(['New dates for Fire Fighting. Please choose']);
    const confirmation = db
      .selectFrom('mail_outbox')
      .select('body')
      .where('dedupe_key', 'like', `%${created.order_id}%`);
    const [{ body = '' } = {}] = await confirmation.where('subject', 'like', '%confirmed%').execute();
    expect(body).toContain('16 Nov 2026');
    expect(body).not.toContain('31 Aug 2026');
  });

  describe('a student whose order was declined, and who pays it only after the batch was moved', () => {
    /** Moves a batch with a booked student, who accepts the new dates, and a student whose payment was declined. */
    async function moveDeclined(start: string, to: string) {
      const id = await office.create(start);
      const booked = await bookOrder(academy, { fire: id });
      const { student, created } = await orderFire(academy, id);
      await pressPaymentButton(academy, created, 'decline');
      expect((await recheckOrder(student, created.attempt_id)).state).toBe('declined');
      await office.move(id, { start_date: to, affected: 1 });
      await app.advanceBatchRuns();
      await office.choose((await office.inboxOf(booked.student.id)).token, 'accept');
      await app.advanceBatchRuns();
      expect(await office.run(id)).toMatchObject({ is_done: true, total: 1 });
      const payLate = async () => {
        await payAfterDecline(academy, created);
        await poll(academy);
        expect(await orderState(academy, created.order_id)).toBe('completed');
        await app.advanceBatchRuns();
        await app.advanceBatchRuns();
        return office.inboxOf(student.id);
      };
      return { id, payLate };
    }

    it('a student who retries a declined payment after the batch was moved is emailed a link to choose, even if all others have chosen', async () => {
      const { id, payLate } = await moveDeclined('2026-12-07', '2026-12-14');
      const { subjects, token } = await payLate();
      expect(subjects).toEqual(['New dates for Fire Fighting. Please choose']);
      expect(await office.run(id)).toMatchObject({ is_done: false, total: 2, by_state: { waiting: 1, accepted: 1 } });
      expect((await office.choose(token, 'accept')).status).toBe(200);
      await app.advanceBatchRuns();
      expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { accepted: 2 } });
    });

    it('a student who retries a declined payment after the deadline to choose is emailed the new dates of the batch without a link', async () => {
      const { id, payLate } = await moveDeclined('2026-12-08', '2026-12-15');
      const start = clock.now();
      clock.advance(7 * dayMs);
      expect(await payLate()).toEqual({ subjects: ['New dates for Fire Fighting'], token: '' });
      expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { notified: 1, accepted: 1 } });
      clock.advance(start - clock.now());
    });

    it('a student who retries a declined payment after the batch was moved twice gets no email about the first move', async () => {
      const { id, payLate } = await moveDeclined('2026-12-09', '2026-12-16');
      await office.move(id, { start_date: '2026-12-17', affected: 1, notice: 'none' });
      expect(await payLate()).toEqual({ subjects: [], token: '' });
      expect(await office.run(id)).toMatchObject({ is_done: true, total: 1 });
    });
  });

  it('students of a running batch that is extended get an email, but no link to choose another batch', async () => {
    const id = await office.create('2026-11-23');
    const { student } = await bookOrder(academy, { fire: id });
    const start = clock.now();
    // The first day of the batch.
    clock.advance(Date.parse('2026-11-23T06:00:00Z') - start);
    const moved = { start_date: '2026-11-23', end_date: '2026-11-27', ignores_length: true, affected: 1 };
    expect((await office.move(id, moved)).status).toBe(200);
    await app.advanceBatchRuns();
    expect(await office.inboxOf(student.id)).toEqual({ subjects: ['New dates for Fire Fighting'], token: '' });
    clock.advance(start - clock.now());
  });

  it('two processes that send the emails about a moved batch at the same time never send to the same student', async () => {
    const id = await office.create('2026-09-02');
    const booked = [await bookOrder(academy, { fire: id }), await bookOrder(academy, { fire: id })];
    await office.move(id, { start_date: '2026-09-09', affected: 2 });
    await db.transaction().execute(async (tx) => {
      const first = await claimQueued(tx, 1);
      const others = await db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = 50`.execute(other);
        return claimQueued(other, 10);
      });
      const claimed = [...first, ...others].map(({ order_id }) => order_id);
      expect(claimed.toSorted()).toEqual(booked.map(({ orderId }) => orderId).toSorted());
    });
    await app.advanceBatchRuns();
  });

  it('the email about a moved batch has no link if staff offer no choice, and staff can decide to send no email', async () => {
    const id = await office.create('2026-09-07');
    const { student, orderId } = await bookOrder(academy, { fire: id });
    await office.move(id, { start_date: '2026-09-14', affected: 1, notice: 'email' });
    await app.advanceBatchRuns();
    expect(await office.inboxOf(student.id)).toEqual({ subjects: ['New dates for Fire Fighting'], token: '' });
    expect(await lastLines(orderId)).toMatch(/^My Courses: \S+$/);
    await office.move(id, { start_date: '2026-09-21', affected: 1, notice: 'none' });
    await app.advanceBatchRuns();
    expect((await office.inboxOf(student.id)).subjects).toEqual([]);
    expect((await office.run(id)).is_done).toBe(true);
  });

  it('moving a batch again without notifying anybody still invalidates the links in the emails about the earlier move', async () => {
    const { id, token } = await moveBooked('2026-09-22', '2026-10-12');
    expect((await office.readChoice(token)).data.chosen).toBeNull();
    await office.move(id, { start_date: '2026-09-29', affected: 1, notice: 'none' });
    await app.advanceBatchRuns();
    expect(await office.readChoice(token)).toMatchObject({ status: 404, code: 'LINK_INVALID' });
    expect(await office.choose(token, 'refund')).toMatchObject({ status: 404, code: 'LINK_INVALID' });
  });

  it('seven days after a batch was moved, the link in the email about the move stops working and the new dates count as accepted', async () => {
    const { id, token } = await moveBooked('2026-10-05', '2026-10-19');
    clock.advance(7 * dayMs);
    expect(await office.readChoice(token)).toMatchObject({ status: 404, code: 'LINK_INVALID' });
    await app.advanceBatchRuns();
    expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { accepted: 1 } });
    expect((await claims(academy, id)).bookings).toBe(1);
  });

  it('the link in the email about a moved batch expires when the first day of the batch begins', async () => {
    const { token } = await moveBooked('2026-11-02', '2026-03-20');
    const { data } = await office.readChoice(token);
    expect(data.choose_until).toBe('2026-03-19T18:30:00.000Z');
  });

  it('reading the choices for a moved batch with an invented token returns 404', async () => {
    for (const token of ['nothing', 'x'.repeat(43)])
      expect(await office.readChoice(token)).toMatchObject({ status: 404, code: 'LINK_INVALID' });
  });
});

import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Report } from '../../../contract/staff/reports.ts';
import { day } from '../../support/clock.ts';
import { createStudent } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';
import { startEditing } from '../content/editing/editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit } = await startEditing();
const { headers: session } = await hire(app, 'administrator');
const reason = 'as agreed by phone';
const payment = { method: 'cash' };
/**
 * Ids of courses of the demo academy. The names say whether the fees include GST. The course's template decides this,
 * and a test may change it.
 */
const courses = { withGst: 408, withoutGst: 308, otherWithoutGst: 312 } as const;

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const headers = { ...session, ...(body ? { 'idempotency-key': crypto.randomUUID() } : {}) };
  const answer = await app.call(method, `/api/staff${path}`, { headers, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { data: T }).data;
}

/** The first two batches of a course that have free seats, with the price of the course in rupees. */
async function openBatches(courseId: number) {
  type Batch = { batch_id: number; price: number; free: number };
  const open = await call<Batch[]>('GET', `/open-batches?course_id=${courseId}`);
  const [first, second] = open.filter(({ free }) => free > 0);
  if (!first || !second) throw new Error(`fewer than two batches of course ${courseId} have free seats`);
  return [first, second] as const;
}

/** Sells a course at the office, 60 days ago. Returns the order's id. */
async function sell(courseId: number): Promise<string> {
  const [{ batch_id, price }] = await openBatches(courseId);
  const { id: student_id } = await createStudent(app.db);
  const line = { type: 'course', id: courseId, batches: [{ course_id: courseId, batch_id }] };
  const { version: terms_version } = await call<{ version: string }>('GET', '/sales/terms');
  const sale = { student_id, line, price, from_office_seats: false, terms_version, reason, payment };
  const { order_id } = await call<{ order_id: string }>('POST', '/sales', sale);
  await sql`update orders set created_at = now() - interval '60 days' where id = ${order_id}`.execute(app.db);
  return order_id;
}

/** Changes the template of a course, as an editor does. `days`: on which day, counted from today. */
async function publishTemplate(courseId: number, course_template: string, days: number): Promise<void> {
  app.clock.advance(days * day);
  const course = await edit('courses', String(courseId));
  await course.change({ course_template });
  const { status, text } = await course.publish({ reason });
  expect(status, text).toBe(200);
  app.clock.advance(-days * day);
}

/** Moves a booking today. If the new batch costs more, the student pays the difference at the office. */
async function move(orderId: string, courseId: number, toBatchId: number): Promise<void> {
  const query = `course_id=${courseId}&to_batch_id=${toBatchId}`;
  const { refund, due } = await call<{ refund: number; due: number }>('GET', `/orders/${orderId}/transfer?${query}`);
  const body = { course_id: courseId, to_batch_id: toBatchId, refund, due, reason };
  await call('POST', `/orders/${orderId}/transfer`, body);
  const { dues } = await call<{ dues: { change_id: number }[] }>('GET', `/orders/${orderId}`);
  for (const { change_id } of dues) await call('POST', `/orders/${orderId}/due`, { change_id, payment, reason });
}

/** What the GST report shows in total, in rupees, as revenue without and including GST. */
async function revenue() {
  const { columns, total } = await call<Report>('GET', '/reports/gst?from=2025-01-01&to=2034-12-31');
  const totalOf = (name: string) => Number(total[columns.findIndex(({ label }) => label === name)]);
  return { without: totalOf('Without GST'), including: totalOf('Including GST') };
}

it('in the GST report, the new course’s type (course_template) at the time of the move decides if a moved booking includes GST', async () => {
  const before = await revenue();
  const orderId = await sell(courses.withGst);
  await publishTemplate(courses.withoutGst, 'Value-added Course', -30);
  const [to] = await openBatches(courses.withoutGst);
  await move(orderId, courses.withGst, to.batch_id);
  const after = { ...before, including: before.including + to.price };
  expect(await revenue()).toEqual(after);

  await publishTemplate(courses.withoutGst, 'Pre-Sea Course', 1);
  expect(await revenue(), 'after a later change of the template').toEqual(after);
});

it('in the GST report, the course’s type (course_template) at the time of the order decides on GST, even after a move to another batch', async () => {
  const before = await revenue();
  const orderId = await sell(courses.otherWithoutGst);
  await publishTemplate(courses.otherWithoutGst, 'Value-added Course', -30);
  const [from, to] = await openBatches(courses.otherWithoutGst);
  await move(orderId, courses.otherWithoutGst, to.batch_id);
  expect(await revenue()).toEqual({ ...before, without: before.without + from.price });
});

import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { OrderUpdate } from '../../../contract/orders.ts';
import type { Academy, StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';

export type Created = { data: string; order_id: string; attempt_id: string; checkout_url: string };

const returnPage = 'http://localhost/course-booking/checkout/confirmation';

export async function addCourse(student: StudentBrowser, course_id: number, batch_id: number): Promise<void> {
  const answer = await student.send('POST', '/api/cart/add', { type: 'course', course_id, batch_id });
  expect(answer.statusCode, answer.body).toBe(200);
}

export async function addSea(student: StudentBrowser, fire: number, radar: number): Promise<void> {
  const chosen = [
    { course_id: courses.fire, batch_id: fire },
    { course_id: courses.radar, batch_id: radar },
  ];
  const add = { type: 'package', package_id: packages.sea, batches: chosen };
  const answer = await student.send('POST', '/api/cart/add', add);
  expect(answer.statusCode, answer.body).toBe(200);
}

export const addFire = (student: StudentBrowser, batch: number = batches.fireOpen) =>
  addCourse(student, courses.fire, batch);

/** POST /orders/create as the browser sends it. */
export function order(student: StudentBrowser, body?: object, key?: string): Promise<LightMyRequestResponse> {
  const query = new URLSearchParams({ id: student.id, redirect_url: returnPage });
  return student.send('POST', `/api/orders/create?${query}`, body, key);
}

export async function ordered(student: StudentBrowser, body?: object, key?: string): Promise<Created> {
  const answer = await order(student, body, key);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Presses a button of the payment page; answers where the browser goes. */
export async function press(
  { app }: Academy,
  created: Created,
  choice: 'pay' | 'decline' | 'pending' | 'pay-away',
): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return app.server.inject({ method: 'POST', url: `/sandbox/pay/${created.data}/${choice}`, headers, payload: '' });
}

/** GET /orders/update for one attempt, or for all. */
export async function update(student: StudentBrowser, attempt?: string): Promise<OrderUpdate> {
  const query = new URLSearchParams({ user_id: student.id, ...(attempt ? { attempt_id: attempt } : {}) });
  const answer = await student.get(`/api/orders/update?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

/** Pays an order at the sandbox, and the student's browser asks how it ended. */
export async function pay(academy: Academy, student: StudentBrowser, created: Created): Promise<void> {
  await press(academy, created, 'pay-away');
  await update(student, created.attempt_id);
}

/** What must hold at any time: seats taken are the seats claimed, ledgers sum to zero, receipts have no gap. */
export async function expectInvariants({ db }: Academy): Promise<void> {
  const wrong = await sql`select b.id, b.taken, coalesce(sum(s.seats), 0) as claimed from batches b
    left join seat_claims s on s.batch_id = b.id group by b.id having b.taken <> coalesce(sum(s.seats), 0)`.execute(db);
  expect(wrong.rows).toEqual([]);
  const unbalanced =
    await sql`select order_id from ledger_entries group by order_id having sum(amount_paise) <> 0`.execute(db);
  expect(unbalanced.rows).toEqual([]);
  const receipts = await sql<{ receipt_number: string }>`
    select receipt_number from orders where receipt_number is not null order by receipt_number`.execute(db);
  expect(receipts.rows.map((row) => Number(row.receipt_number.slice(-6)))).toEqual(
    receipts.rows.map((_, position) => position + 1),
  );
}

/** What the books say of an order: paise by account, in the order of their names. */
export function ledgerOf({ db }: Academy, orderId: string): Promise<Array<{ account: string; amount_paise: number }>> {
  return db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('account')
    .execute();
}

/** Claims on a batch by kind. */
export async function claims({ db }: Academy, batchId: number): Promise<{ holds: number; bookings: number }> {
  const rows = await db.selectFrom('seat_claims').select(['kind', 'seats']).where('batch_id', '=', batchId).execute();
  const count = (kind: string) => rows.filter((row) => row.kind === kind).reduce((total, row) => total + row.seats, 0);
  return { holds: count('hold'), bookings: count('booking') };
}

/** Lets every hold of an order run out. */
export async function expireHolds({ db }: Academy, orderId: string): Promise<void> {
  await sql`update seat_claims set expires_at = now() - interval '1 second' where order_id = ${orderId}`.execute(db);
}

/** Gives every seat back but those sold at the office, so that the next test starts with empty batches. */
export async function clearSeats({ db }: Academy): Promise<void> {
  await db.deleteFrom('seat_claims').where('kind', '<>', 'office').execute();
  await db.updateTable('batches').set({ taken: 0 }).where('id', '<>', batches.fireFull).execute();
}

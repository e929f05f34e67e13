import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Cart } from '../../../contract/cart.ts';
import type { OrderState, OrderUpdate } from '../../../contract/orders.ts';
import type { Academy, StudentBrowser } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';

export type Created = { data: string; order_id: string; attempt_id: string; checkout_url: string; held_until?: string };

const returnPage = 'http://localhost/course-booking/checkout/confirmation';

export async function addCourse(student: StudentBrowser, course_id: number, batch_id: number): Promise<void> {
  const response = await student.send('POST', '/api/cart/add', { type: 'course', course_id, batch_id });
  expect(response.statusCode, response.body).toBe(200);
}

export async function addSea(student: StudentBrowser, fire: number, radar: number): Promise<void> {
  const chosen = [
    { course_id: courses.fire, batch_id: fire },
    { course_id: courses.radar, batch_id: radar },
  ];
  const add = { type: 'package', package_id: packages.sea, batches: chosen };
  const response = await student.send('POST', '/api/cart/add', add);
  expect(response.statusCode, response.body).toBe(200);
}

export const addFire = (student: StudentBrowser, batch: number = batches.fireOpen) =>
  addCourse(student, courses.fire, batch);

export async function readCart(student: StudentBrowser): Promise<Cart> {
  return (await student.get('/api/cart')).json().data;
}

/** Sends POST /api/orders/create for the student's cart, as the browser does. `key`: the idempotency key. */
export function order(student: StudentBrowser, body?: object, key?: string): Promise<LightMyRequestResponse> {
  const query = new URLSearchParams({ id: student.id, redirect_url: returnPage });
  return student.send('POST', `/api/orders/create?${query}`, body, key);
}

/** Places an order for the student's cart and expects that this succeeds. */
export async function placeOrder(student: StudentBrowser, body?: object, key?: string): Promise<Created> {
  const response = await order(student, body, key);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/**
 * Creates a student and places an order for a fire fighting batch as this student. `batch`: its id, by default
 * `fireOpen`.
 */
export async function orderFire(
  { enrol }: Academy,
  batch?: number,
): Promise<{ student: StudentBrowser; created: Created }> {
  const student = await enrol();
  await addFire(student, batch);
  return { student, created: await placeOrder(student) };
}

/** Returns the id that a payment attempt has at the payment provider. Webhooks about its payments contain this id. */
export async function providerOrderIdOf({ db }: Pick<Academy, 'db'>, attemptId: string): Promise<string> {
  const attempt = db.selectFrom('payment_attempts').select('provider_order_id').where('id', '=', attemptId);
  return (await attempt.executeTakeFirstOrThrow()).provider_order_id;
}

/** Returns a student's orders, oldest first. */
export function ordersOf({ db }: Academy, student: StudentBrowser): Promise<Array<{ id: string; state: OrderState }>> {
  return db.selectFrom('orders').select(['id', 'state']).where('student_id', '=', student.id).orderBy('id').execute();
}

/** Returns the states of a student's orders, oldest first. */
export async function orderStates(academy: Academy, student: StudentBrowser): Promise<OrderState[]> {
  return (await ordersOf(academy, student)).map(({ state }) => state);
}

export async function orderState({ db }: Academy, orderId: string): Promise<OrderState | undefined> {
  return (await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state;
}

/**
 * Presses a button of the sandbox payment page and waits until the server has processed the payment update that this
 * causes. Returns the HTTP response of the payment page.
 */
export async function pressPaymentButton(
  { app }: Academy,
  created: Created,
  choice: 'pay' | 'decline' | 'pending' | 'pay-away',
): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const url = `/sandbox/pay/${created.data}/${choice}`;
  const response = await app.server.inject({ method: 'POST', url, headers, payload: '' });
  await app.drain();
  return response;
}

/**
 * Makes the sandbox report that a second try has paid a declined order. The sandbox's own payment page, unlike a real
 * provider's, allows only one try.
 */
export async function payAfterDecline({ db }: Academy, created: Created): Promise<void> {
  await sql`update sandbox_payments set state = 'paid', payment_id = payment_id || '-again'
    where session_id = ${created.data}`.execute(db);
}

/**
 * Calls GET /api/orders/update. The server then asks the payment provider for the status of one payment attempt or,
 * without `attempt`, of all payment attempts of the student.
 */
export async function recheckOrder(student: StudentBrowser, attempt?: string): Promise<OrderUpdate> {
  const query = new URLSearchParams({ user_id: student.id, ...(attempt ? { attempt_id: attempt } : {}) });
  const response = await student.get(`/api/orders/update?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

/**
 * Pays an order on the sandbox payment page without returning to the site. Then calls GET /api/orders/update, as the
 * student's browser does to learn whether the payment has arrived.
 */
export async function pay(academy: Academy, student: StudentBrowser, created: Created): Promise<void> {
  await pressPaymentButton(academy, created, 'pay-away');
  await recheckOrder(student, created.attempt_id);
}

/**
 * Expects what must always be true. Each batch's counter of taken seats equals the sum of its held, booked and office
 * seats. The ledger entries of each order sum to zero. The receipt numbers are consecutive.
 */
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

/** Returns the ledger entries of an order, sorted by account. */
export function ledgerOf({ db }: Academy, orderId: string): Promise<Array<{ account: string; amount_paise: number }>> {
  return db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('account')
    .execute();
}

/** Returns how many seats of a batch are held (`holds`) and how many are booked (`bookings`). */
export async function claims({ db }: Academy, batchId: number): Promise<{ holds: number; bookings: number }> {
  const rows = await db.selectFrom('seat_claims').select(['kind', 'seats']).where('batch_id', '=', batchId).execute();
  const count = (kind: string) => rows.filter((row) => row.kind === kind).reduce((total, row) => total + row.seats, 0);
  return { holds: count('hold'), bookings: count('booking') };
}

/** Makes all seat holds of an order expire, by setting their end to one second ago. */
export async function expireHolds({ db }: Academy, orderId: string): Promise<void> {
  await sql`update seat_claims set expires_at = now() - interval '1 second' where order_id = ${orderId}`.execute(db);
}

/**
 * Deletes all holds and bookings of seats, so that the next test starts with empty batches. Only the batch `fireFull`
 * stays full, because all its seats are reserved for the office.
 */
export async function clearSeats({ db }: Academy): Promise<void> {
  await db.deleteFrom('seat_claims').where('kind', '<>', 'office').execute();
  await db.updateTable('batches').set({ taken: 0 }).where('id', '<>', batches.fireFull).execute();
}

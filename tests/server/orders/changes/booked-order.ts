import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { consistencyChecks } from '../../../../server/composition/consistency-checks.ts';
import type { Database } from '../../../../server/db/schema.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { type BookedLine, readBookedLines } from '../../../../server/orders/changes/booked-lines.repo.ts';
import { type Cancellation, cancelBooking } from '../../../../server/orders/changes/cancel-booking.ts';
import type { ChangeRequest } from '../../../../server/orders/changes/change.ts';
import { type Transfer, transferBooking } from '../../../../server/orders/changes/transfer-booking.ts';
import type { Academy, StudentBrowser } from '../../booking/academy.ts';
import { courses } from '../../booking/academy-seed.ts';
import { addCourse, addSea, type Created, pay, placeOrder } from '../ordering.ts';
import { orderDeps } from '../place/order-server.ts';

/** A student, the student's paid order, and the booked courses and packages of this order (`lines`). */
export type BookedOrder = { student: StudentBrowser; created: Created; orderId: string; lines: BookedLine[] };

/**
 * Creates a student who has booked and paid for batches of fire fighting and radar, as separate lines or as one
 * package. `fire` and `radar` are batch ids.
 */
export async function bookOrder(
  academy: Academy,
  chosen: { fire?: number; radar?: number; isPackage?: boolean },
): Promise<BookedOrder> {
  const { fire, radar, isPackage } = chosen;
  const student = await academy.enrol();
  if (isPackage) await addSea(student, fire ?? 0, radar ?? 0);
  else {
    if (fire) await addCourse(student, courses.fire, fire);
    if (radar) await addCourse(student, courses.radar, radar);
  }
  const created = await placeOrder(student);
  await pay(academy, student, created);
  return { student, created, orderId: created.order_id, lines: await readBookedLines(academy.db, created.order_id) };
}

let made = 0;

/** Returns what a cancellation and a transfer both need: who makes the change, why, and a new idempotency key. */
export function request(): ChangeRequest {
  made += 1;
  return { by: { actor: 'the test' }, reason: 'fell ill', key: `change-${made}` };
}

type Wish<Change> = Omit<Change, keyof ChangeRequest> & Partial<ChangeRequest>;

export const cancel = ({ db, clock }: Academy, cancellation: Wish<Cancellation>) =>
  inTransaction(db, (tx) => cancelBooking(tx, orderDeps(db, clock), { ...request(), ...cancellation }));

export const transfer = ({ db, clock }: Academy, wish: Wish<Transfer>) =>
  inTransaction(db, (tx) => transferBooking(tx, orderDeps(db, clock), { ...request(), ...wish }));

/**
 * Runs all checks of the command `landfall seats reconcile`. Returns the inconsistencies that they find, one text each.
 */
export async function findDifferences(db: Kysely<Database>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, query } of consistencyChecks)
    for (const { about, text } of (await query.execute(db)).rows) found.push(`${name}: ${about}: ${text}`);
  return found;
}

export const expectConsistent = async ({ db }: Academy) => expect(await findDifferences(db)).toEqual([]);

export const refundsOf = ({ db }: Academy, orderId: string) =>
  db
    .selectFrom('refunds')
    .select(['amount_paise', 'state', 'payment_id'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

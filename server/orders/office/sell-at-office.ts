import { type RawBuilder, sql } from 'kysely';
import { sellAtOffice as endpoint, type SaleLine } from '../../../contract/staff/order-money.ts';
import type { SqlRead } from '../../db/connection/pipeline.ts';
import { toPaise } from '../../db/paise.ts';
import type { Tx } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { officeProvider } from '../ledger.ts';
import { holdTimesOf, type OrderDeps, type OrderLine } from '../order-deps.ts';
import { completeOrder, lockForCompletion } from '../pay/complete-order.ts';
import { type PendingPayment, pendingPaymentSql } from '../pay/pending-payment.ts';
import { drawOrderNumbersSql, insertOrdersSql } from '../place/insert-orders.repo.ts';
import { firstAttemptOf, noProvider } from '../place/payment-session.ts';
import { sumDemand } from '../place/quote.ts';
import { firstStart } from '../place/seat-plan.ts';
import { type OfficePayment, recordOfficePayment } from './office-payment.repo.ts';

export type SaleDeps = OrderDeps & {
  /** Reads an order line at its current price, as if it were in the student's cart. */
  chosenLine(studentId: string, line: SaleLine): SqlRead<OrderLine | null>;
};

export type Sale = {
  studentId: string;
  line: SaleLine;
  /** The price that the staff member saw, in rupees. */
  price: number;
  payment: OfficePayment;
  fromOfficeSeats: boolean;
  /** The version of the booking terms that the student accepts. */
  termsVersion: string;
  /** The IP address of the caller. */
  address: string;
};

const { refusals } = endpoint;
const run = async <Row>(tx: Tx, statement: RawBuilder<Row>) => (await statement.execute(tx)).rows;

/** Locks the student's row. @throws Refusal 404 if there is no such student, 409 STUDENT_IS_PAYING */
async function lockStudent(tx: Tx, studentId: string): Promise<void> {
  const [student] = await run(tx, sql`select 1 from students where id = ${studentId} for no key update`);
  if (!student) throw notFound();
  // Look for an unpaid order in a second statement. The statement that locks the student does not see an order that was
  // placed while it waited for the lock.
  const [live] = await run(
    tx,
    sql`select 1 from orders where student_id = ${studentId} and state = 'awaiting_payment' limit 1`,
  );
  if (live)
    throw refuse(
      refusals,
      'STUDENT_IS_PAYING',
      'The student has an unpaid order that holds seats. Let it be paid, or wait until it ends.',
    );
  const [unsettled] = await run(
    tx,
    sql<{ pending: PendingPayment | null }>`select ${pendingPaymentSql(sql`${studentId}::uuid`)} as pending`,
  );
  if (unsettled?.pending)
    throw refuse(
      refusals,
      'STUDENT_IS_PAYING',
      `The bank has not confirmed a payment of the student for ${unsettled.pending.order_id} yet. Recheck the payment, or wait.`,
    );
}

/**
 * Locks the chosen batches in id order, so that staff cannot change their dates until the transaction ends, and reads
 * the order line with its current price.
 * @throws Refusal 409 if the line cannot be booked or its price has changed
 */
async function lockAndReadLine(tx: Tx, deps: SaleDeps, { studentId, line, price }: Sale): Promise<OrderLine> {
  const batchIds = line.batches.map(({ batch_id }) => batch_id);
  await deps.seats.lock(tx, batchIds, null);
  const { statement, read } = deps.chosenLine(studentId, line);
  const found = read(await run(tx, statement));
  const isOther = line.type === 'course' && line.batches.some(({ course_id }) => course_id !== line.id);
  if (!found || isOther || found.courses.length !== line.batches.length)
    throw refuse(refusals, 'PACKAGE_INCOMPLETE', 'Choose one batch for each course.');
  const troubles = found.courses.flatMap(({ trouble }) => trouble ?? []);
  if (troubles.includes('booked'))
    throw refuse(refusals, 'ALREADY_BOOKED', 'The student has booked this batch already.');
  if (troubles.includes('started')) throw refuse(refusals, 'BATCH_STARTED', 'The batch has started.');
  if (troubles.length > 0) throw refuse(refusals, 'BATCH_CLOSED', 'The batch is closed for booking.');
  if (found.price.main !== toPaise(price))
    throw refuse(refusals, 'PREVIEW_CHANGED', 'The price has changed meanwhile. Please look at it again.');
  return found;
}

/**
 * Checks that each batch has a free seat. The caller must have locked the batches and checked that they can be booked.
 * Seats that waiting lists offer to the student are released first. With `fromOfficeSeats`, a seat that is kept for the
 * office is released in each batch and sold.
 * @throws Refusal 409 if a batch has no seat to sell
 */
async function requireSeats(tx: Tx, { seats, clock }: SaleDeps, batchIds: readonly number[], sale: Sale) {
  const { studentId, fromOfficeSeats } = sale;
  if (fromOfficeSeats)
    for (const batchId of batchIds)
      if (!(await seats.releaseOfficeSeat(tx, batchId)))
        throw refuse(refusals, 'NO_OFFICE_SEAT', 'No seat of this batch is kept for the office.');
  // A seat that was kept for the office is sold even if the free seats are reserved for students on the waiting list.
  for (const { free } of await seats.openFor(tx, sql`${studentId}::uuid`, batchIds, firstStart(clock)))
    if (!fromOfficeSeats && free < 1) throw refuse(refusals, 'BATCH_FULL', 'No seats are available for this batch.');
}

/** @throws Refusal 409 TERMS_CHANGED if the version that the student accepts is not the current one */
async function requireCurrentTerms(tx: Tx, { queries }: SaleDeps, termsVersion: string): Promise<void> {
  const settings = queries.settings.read(await run(tx, queries.settings.statement));
  if (settings && settings.terms_version !== termsVersion)
    throw refuse(
      refusals,
      'TERMS_CHANGED',
      'The booking terms have changed meanwhile. Please let the student read the new version.',
    );
}

/** Places the order. The order holds its seats until it is completed, later in the same transaction. */
async function placeOrder(tx: Tx, deps: SaleDeps, line: OrderLine, { studentId, termsVersion, address }: Sale) {
  const [number] = await run(tx, drawOrderNumbersSql(1, today(deps.clock).slice(0, 4)));
  if (!number) throw new Error('no order number was drawn');
  const { id } = number;
  const placed = firstAttemptOf(id);
  const demand = sumDemand([line]);
  const provider = line.price.main === 0 ? noProvider : officeProvider;
  const order = {
    ...{ id, providerOrderId: placed.attemptId, studentId, placed, lines: [line], demand, provider },
    ...{ times: holdTimesOf(0) },
    ...{ addressHash: deps.hashAddress(address), callKey: null, session: null, response: null },
  };
  const shared = { termsVersion, ctes: [deps.seats.takeSql(demand)] };
  await insertOrdersSql([order], shared).execute(tx);
  return placed;
}

/**
 * Sells a course or package at the office, in the caller's transaction: places an order as a student's browser does,
 * records the payment, and completes the order as every paid order is completed. Returns the order's id and receipt
 * number.
 * @throws Refusal 404 or 409 with an error code that the endpoint `sellAtOffice` declares
 */
export async function sellAtOffice(
  tx: Tx,
  deps: SaleDeps,
  sale: Sale,
): Promise<{ order_id: string; receipt_number: string }> {
  await lockStudent(tx, sale.studentId);
  await requireCurrentTerms(tx, deps, sale.termsVersion);
  const line = await lockAndReadLine(tx, deps, sale);
  const batchIds = line.courses.map(({ batch }) => batch.id);
  await requireSeats(tx, deps, batchIds, sale);
  const { orderId, attemptId } = await placeOrder(tx, deps, line, sale);
  const paidPaise = line.price.main;
  if (paidPaise > 0) await recordOfficePayment(tx, attemptId, sale.payment, paidPaise);
  await sql`update payment_attempts set state = 'approved', settled_at = now(), next_check_at = null
    where id = ${attemptId}`.execute(tx);
  const completion = lockForCompletion(deps, sql`array[${orderId}]::text[]`);
  const rows: Array<readonly unknown[]> = [];
  for (const statement of completion.statements) rows.push(await run(tx, statement as RawBuilder<unknown>));
  const reference = paidPaise > 0 ? attemptId : noProvider;
  const order = { id: orderId, state: 'awaiting_payment', totalPaise: paidPaise, paidPaise, reference } as const;
  const facts = completion.read(rows).get(orderId);
  if (!facts) throw new Error('the order to complete does not exist');
  const { statements } = await completeOrder(tx, deps, { ...order, account: 'office' }, facts);
  for (const statement of statements) await statement.execute(tx);
  const done = await tx
    .selectFrom('orders')
    .select('receipt_number')
    .where('id', '=', orderId)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow();
  return { order_id: orderId, receipt_number: done.receipt_number ?? '' };
}

import { sql } from 'kysely';
import { addDays } from '../../../../contract/days.ts';
import { toPaise } from '../../../db/paise.ts';
import type { Tx } from '../../../db/schema.ts';
import type { Content } from '../../files/content.ts';
import type { StudentOrderFile } from '../../files/student-orders-file.ts';
import { bookSeat } from './book-seat.ts';
import { addConfirmation, addEnrolments, addPayment, type PastOrder, takeReceiptNumber } from './past-order.repo.ts';

type Student = Content['students'][number];
type Item = StudentOrderFile['items'][number];

/** The instant of 10:30 on the day `day` in the academy's time zone. */
const timeOf = (day: string) => `${day}T05:00:00Z`;
const secondsLater = (instant: string, seconds: number) => new Date(Date.parse(instant) + seconds * 1000).toISOString();

const sumOf = (items: readonly Item[], rupees: (item: Item) => number) =>
  items.reduce((sum, item) => sum + toPaise(rupees(item)), 0);

async function nextOrderId(tx: Tx, year: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select ${`LF-${year}-`} || lpad(n, greatest(6, length(n)), '0') as id
    from (select nextval('order_numbers')::text as n) number`.execute(tx);
  return rows[0]?.id ?? '';
}

async function addOrderRow(tx: Tx, order: PastOrder, student: Student, file: StudentOrderFile, content: Content) {
  const { id, at, settledAt, isPaid, totalPaise } = order;
  const subtotal = sumOf(file.items, ({ fee }) => fee);
  const { first_name, last_name, email, mobile, indos_number } = student;
  const payer = { name: `${first_name} ${last_name}`, email, mobile, indos_number };
  const details = { student: payer, academy: content.documents.receipt, reference: order.paymentId };
  await tx
    .insertInto('orders')
    .values({
      id,
      student_id: student.id,
      state: isPaid ? 'completed' : 'declined',
      subtotal_paise: subtotal,
      discount_paise: subtotal - totalPaise,
      total_paise: totalPaise,
      terms_version: content.documents['booking-settings'].terms_version,
      terms_accepted_at: at,
      receipt_number: isPaid ? await takeReceiptNumber(tx, settledAt.slice(0, 4)) : null,
      receipt_details: isPaid ? JSON.stringify(details) : null,
      created_at: at,
      completed_at: isPaid ? settledAt : null,
    })
    .execute();
  const [end, reason] = isPaid ? ['completed', 'paid'] : ['declined', 'payment declined'];
  await tx
    .insertInto('order_transitions')
    .values([
      { order_id: id, from_state: null, to_state: 'awaiting_payment', reason: 'placed', at },
      { order_id: id, from_state: 'awaiting_payment', to_state: end, reason, at: settledAt },
    ])
    .execute();
}

async function addItem(tx: Tx, order: PastOrder, content: Content, baseDay: string, [position, item]: [number, Item]) {
  const { package_id, price, batches } = item;
  const booked = [];
  for (const batch of batches)
    booked.push(await bookSeat(tx, content, { batch, baseDay, orderId: order.isPaid ? order.id : null }));
  const bundle = content.lists.packages.find(({ id }) => id === package_id);
  const [first] = booked;
  const { id: itemId } = await tx
    .insertInto('order_items')
    .values({
      order_id: order.id,
      type: bundle ? 'package' : 'course',
      course_id: bundle ? null : (first?.course_id ?? null),
      package_id: bundle?.id ?? null,
      name: bundle?.package_name ?? first?.course_name ?? '',
      price_paise: toPaise(price),
      position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('order_item_courses')
    .values(booked.map((one) => ({ order_item_id: itemId, ...one })))
    .execute();
}

async function addOrder(tx: Tx, content: Content, baseDay: string, student: Student, file: StudentOrderFile) {
  const at = timeOf(addDays(baseDay, file.placed_in_days));
  const id = await nextOrderId(tx, at.slice(0, 4));
  const order: PastOrder = {
    id,
    at,
    settledAt: secondsLater(at, 150),
    isPaid: file.outcome === 'paid',
    totalPaise: sumOf(file.items, ({ price }) => price),
    method: file.method,
    paymentId: `demo_${id}`,
  };
  await addOrderRow(tx, order, student, file, content);
  for (const entry of file.items.entries()) await addItem(tx, order, content, baseDay, entry);
  await addPayment(tx, order);
  if (!order.isPaid) return;
  await addEnrolments(tx, order.id);
  if (student.email) await addConfirmation(tx, order, { name: student.first_name, email: student.email });
}

async function addWallet(tx: Tx, baseDay: string, { id, wallet = [] }: Student): Promise<void> {
  const rows = wallet.map(({ in_days, amount, ...entry }, index) => ({
    ...entry,
    student_id: id,
    amount_paise: toPaise(amount),
    reference: `demo-${id}-${index + 1}`,
    created_at: timeOf(addDays(baseDay, in_days)),
  }));
  if (rows.length > 0) await tx.insertInto('wallet_entries').values(rows).execute();
}

/**
 * Adds the past orders and wallets of demo students as real bookings would have left them: seats booked and counted,
 * payments in the ledger, receipts numbered by date. Does nothing if the database has orders already, because order and
 * receipt numbers are never reused.
 */
export async function loadStudentOrders(
  tx: Tx,
  content: Content,
  students: readonly Student[],
  baseDay: string,
): Promise<void> {
  const known = await tx.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  if (known) return;
  const orders = students.flatMap((student) => (student.orders ?? []).map((file) => ({ student, file })));
  orders.sort((a, b) => a.file.placed_in_days - b.file.placed_in_days);
  for (const { student, file } of orders) await addOrder(tx, content, baseDay, student, file);
  for (const student of students) await addWallet(tx, baseDay, student);
}

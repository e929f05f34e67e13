import { sql } from 'kysely';
import type { Tx } from '../../../db/schema.ts';

/** A past order of a demo student, completed or declined. Timestamps are ISO 8601. */
export type PastOrder = {
  id: string;
  at: string;
  settledAt: string;
  isPaid: boolean;
  totalPaise: number;
  method: string;
  paymentId: string;
};

/** Takes the next receipt number of the year and returns it. */
export async function takeReceiptNumber(tx: Tx, year: string): Promise<string> {
  const { last } = await tx
    .insertInto('receipt_numbers')
    .values({ year: Number(year), last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`receipt_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `LFR-${year}-${String(last).padStart(6, '0')}`;
}

/**
 * Adds the payment attempt of a past order, its payment at the sandbox provider and, if the order was paid, its ledger
 * entries.
 */
export async function addPayment(tx: Tx, order: PastOrder): Promise<void> {
  const { id, at, settledAt, isPaid, totalPaise: amount_paise, method, paymentId: payment_id } = order;
  const attempt = { id: `${id}-1`, provider: 'sandbox', provider_order_id: `${id}-1` };
  const expires_at = new Date(Date.parse(at) + 1_200_000).toISOString();
  await tx
    .insertInto('payment_attempts')
    .values({
      ...attempt,
      order_id: id,
      number: 1,
      state: isPaid ? 'approved' : 'declined',
      amount_paise,
      expires_at,
      created_at: at,
      settled_at: settledAt,
      next_check_at: null,
    })
    .execute();
  const outcome = isPaid ? 'approved' : 'declined';
  const payment = { provider: attempt.provider, payment_id, attempt_id: attempt.id, seen_at: settledAt };
  await tx
    .insertInto('provider_payments')
    .values({ ...payment, outcome, amount_paise, method })
    .execute();
  await tx
    .insertInto('sandbox_payments')
    .values({
      session_id: payment_id,
      provider_order_id: attempt.provider_order_id,
      amount_paise,
      return_url: '/',
      state: isPaid ? 'paid' : 'declined',
      payment_id,
      expires_at,
      created_at: at,
    })
    .execute();
  if (!isPaid) return;
  const entry = { order_id: id, source: `payment:${payment_id}`, at: settledAt };
  await tx
    .insertInto('ledger_entries')
    .values([
      { ...entry, account: 'gateway', amount_paise },
      { ...entry, account: 'revenue', amount_paise: -amount_paise },
    ])
    .execute();
}

/** Adds an enrolment for each booked course of a past order. */
export async function addEnrolments(tx: Tx, orderId: string): Promise<void> {
  await sql`
    insert into enrolments (student_id, order_id, course_id, batch_id, start_date, end_date, created_at)
    select o.student_id, o.id, c.course_id, c.batch_id, c.batch_start_date, c.batch_end_date, o.completed_at
    from orders o join order_items i on i.order_id = o.id join order_item_courses c on c.order_item_id = i.id
    where o.id = ${orderId} order by i.position, c.course_id`.execute(tx);
}

/**
 * Adds the confirmation email of a past order to the mail outbox and to the sandbox, as if it had been sent on the day
 * of the order.
 */
export async function addConfirmation(tx: Tx, order: PastOrder, to: { name: string; email: string }): Promise<void> {
  const dedupe_key = `order-completed:${order.id}`;
  const subject = `Booking confirmed: ${order.id}`;
  const text = `Dear ${to.name},\n\nThank you. Your seats are booked. Order number: ${order.id}`;
  // `mail_outbox` does not store the text of emails that were sent.
  const email = { order_id: order.id, recipient: to.email, recipient_name: to.name, subject, body: '' };
  const times = { created_at: order.settledAt, next_at: order.settledAt, sent_at: order.settledAt };
  await tx
    .insertInto('mail_outbox')
    .values({ ...email, ...times, dedupe_key, state: 'sent', attempts: 1 })
    .execute();
  await tx
    .insertInto('sandbox_messages')
    .values({ at: order.settledAt, channel: 'mail', recipient: to.email, subject, text, dedupe_key })
    .execute();
}

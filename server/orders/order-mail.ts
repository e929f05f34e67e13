import { sql, type Transaction } from 'kysely';
import { toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import type { Mail } from '../providers/mail.ts';

type Tx = Transaction<Database>;
type Addressed = { email: string | null; name: string; total_paise: number; lines: string[] };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

async function readAddressed(tx: Tx, orderId: string): Promise<Addressed | undefined> {
  const { rows } = await sql<Addressed>`
    select s.email, s.first_name as name, o.total_paise,
      array(select c.course_name || ': ' || to_char(c.batch_start_date, 'DD Mon YYYY') || ' to '
          || to_char(c.batch_end_date, 'DD Mon YYYY')
        from order_items i join order_item_courses c on c.order_item_id = i.id
        where i.order_id = o.id order by i.position, c.course_id) as lines
    from orders o join students s on s.id = o.student_id where o.id = ${orderId}`.execute(tx);
  return rows[0];
}

/** Mails what was booked; a student without an e-mail address finds it in My Orders. */
export async function confirmBooking(tx: Tx, mail: Mail, orderId: string): Promise<void> {
  const order = await readAddressed(tx, orderId);
  if (!order?.email) return;
  const text = [
    `Dear ${order.name},`,
    `Thank you. Your order ${orderId} over ${rupees.format(toRupees(order.total_paise))} is paid and your seats are booked:`,
    order.lines.join('\n'),
    'Your receipt is under My Orders.',
  ].join('\n\n');
  const subject = `Booking confirmed: ${orderId}`;
  await mail.queue(tx, { dedupeKey: `order-completed:${orderId}`, to: order.email, subject, text });
}

/** Mails that the money comes back. */
export async function promiseRefund(tx: Tx, mail: Mail, orderId: string): Promise<void> {
  const order = await readAddressed(tx, orderId);
  if (!order?.email) return;
  const text = [
    `Dear ${order.name},`,
    `We received your payment for order ${orderId}, but could not book it: the seats were no longer available.`,
    'The amount goes back to the source of the payment. You need not do anything.',
  ].join('\n\n');
  const subject = `Refund for order ${orderId}`;
  await mail.queue(tx, { dedupeKey: `order-refund-due:${orderId}`, to: order.email, subject, text });
}

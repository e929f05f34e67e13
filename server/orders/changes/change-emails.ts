import { sql } from 'kysely';
import { paths } from '../../../contract/pages.ts';
import type { StaffBookedCourse } from '../../../contract/staff/orders.ts';
import type { Tx } from '../../db/schema.ts';
import { formatDay } from '../../pdf/pdf-text.ts';
import type { EmailPart } from '../../providers/mail/email-body.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { type EmailedOrder, emailedOrderQuery } from '../messages/emailed-order.repo.ts';
import { amount, confirmationPath, queueEmailSql } from '../messages/order-emails.ts';
import type { BookingChange } from './change.ts';

type Course = Pick<StaffBookedCourse, 'course_name' | 'start_date' | 'end_date'>;

function courseText({ course_name, start_date, end_date }: Course): string {
  const days = start_date === end_date ? formatDay(start_date) : `${formatDay(start_date)} – ${formatDay(end_date)}`;
  return `${course_name}: ${days}`;
}

const orderFact = ({ id }: EmailedOrder) => ['Order number', id] as const;

/** The parts of an email that state the order number and, unless `paise` is 0, what will be refunded. */
function refundParts(order: EmailedOrder, paise: number): EmailPart[] {
  if (paise === 0) return [{ facts: [orderFact(order)] }];
  return [
    { facts: [orderFact(order), ['Amount to be refunded', amount(paise)]] },
    'The amount will be refunded the way you paid. You do not need to do anything.',
  ];
}

async function readEmailed(tx: Tx, orderId: string): Promise<EmailedOrder | null> {
  const { statement, read } = emailedOrderQuery(sql`${orderId}`);
  return read((await statement.execute(tx)).rows);
}

const linksOf = (order: EmailedOrder): Array<[string, string]> => [
  ['Your order', confirmationPath(order)],
  ['My Courses', `${paths.profile}?tab=courses`],
];

/** Queues the email about cancelled lines of an order, if the student has an email address. */
export async function queueCancelledEmail(
  tx: Tx,
  mail: Mail,
  orderId: string,
  changes: readonly BookingChange[],
): Promise<void> {
  const order = await readEmailed(tx, orderId);
  const [first] = changes;
  if (!order || !first) return;
  const refundPaise = changes.reduce((sum, change) => sum + change.refundPaise, 0);
  await queueEmailSql(mail, order, {
    dedupeKey: `order-cancelled:${orderId}:${first.id}`,
    subject: `Booking cancelled: ${orderId}`,
    parts: [
      'These bookings were cancelled:',
      { list: changes.flatMap(({ before }) => before.courses.map(courseText)) },
      ...refundParts(order, refundPaise),
    ],
    links: linksOf(order),
  }).execute(tx);
}

/** Queues the email about a transfer to another batch, if the student has an email address. */
export async function queueTransferredEmail(
  tx: Tx,
  mail: Mail,
  { id, orderId, refundPaise, duePaise }: BookingChange,
  { from, to }: { from: Course; to: Course },
): Promise<void> {
  const order = await readEmailed(tx, orderId);
  if (!order) return;
  const due: EmailPart[] = [
    { facts: [orderFact(order), ['Amount due', amount(duePaise)]] },
    'Please pay the amount due at our office before your first day.',
  ];
  await queueEmailSql(mail, order, {
    dedupeKey: `order-transferred:${orderId}:${id}`,
    subject: `New dates for your booking: ${orderId}`,
    parts: [
      'Your booking has moved.',
      {
        facts: [
          ['Before', courseText(from)],
          ['Now', courseText(to)],
        ],
      },
      ...(duePaise > 0 ? due : refundParts(order, refundPaise)),
    ],
    links: linksOf(order),
  }).execute(tx);
}

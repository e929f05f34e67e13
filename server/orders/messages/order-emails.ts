import { type RawBuilder, sql } from 'kysely';
import {
  instructionText,
  type JoiningCourse,
  joiningInstructions,
  missingDocuments,
} from '../../../contract/joining.ts';
import { paths } from '../../../contract/pages.ts';
import { toRupees } from '../../db/paise.ts';
import type { Tx } from '../../db/schema.ts';
import { type EmailPart, writeBody } from '../../providers/mail/email-body.ts';
import type { Email, Mail } from '../../providers/mail/mail.ts';
import { type EmailedOrder, emailedOrderQuery } from './emailed-order.repo.ts';

/** The part of a payment that will be refunded, in paise, and why. */
type OwedRefund = { paymentId: string; paise: number; reason: string };

/** The content of an email about an order, between greeting and signature. Its first link is the main one. */
type EmailContent = {
  dedupeKey: string;
  subject: string;
  parts: EmailPart[];
  links: Array<[label: string, path: string]>;
};

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
/** Formats an amount for emails, like `₹5,500.50`. */
export const amount = (paise: number) => rupees.format(toRupees(paise));

/** The path of the confirmation page of an order. */
export const confirmationPath = (order: EmailedOrder) => `${paths.checkoutConfirmation}/${order.attemptId}`;

function courseLines({ courses }: EmailedOrder): EmailPart {
  const inPackage = (name: string | null) => (name === null ? '' : ` (in ${name})`);
  return {
    list: courses.map(({ course_name, package_name, start, end }) => {
      const days = start === end ? start : `${start} – ${end}`;
      return `${course_name}: ${days}${inPackage(package_name)}`;
    }),
  };
}

/** The joining instructions of the courses, and a list of the documents that the student has not uploaded yet. */
export function joiningParts(courses: readonly JoiningCourse[]): EmailPart[] {
  const groups = joiningInstructions(courses);
  const bring = groups.find(({ name }) => name === 'Bring')?.instructions ?? [];
  const missing = missingDocuments(courses);
  const facts = groups.flatMap(({ name, instructions }) =>
    name === 'Bring'
      ? []
      : instructions.flatMap((one) => [
          [name, instructionText(one)] as const,
          ...(one.mapLink ? [['Map', one.mapLink] as const] : []),
        ]),
  );
  return [
    { facts },
    bring.length > 0 ? 'Bring:' : '',
    { list: bring.map(instructionText) },
    missing.length > 0 ? 'Not yet in My Documents. Please upload a copy before your first day:' : '',
    { list: missing.map(instructionText) },
  ];
}

function signature({ academy }: EmailedOrder): EmailPart[] {
  const [phone] = academy?.admissions_phones ?? [];
  return academy ? [`${phone ? `Questions? Call ${phone}.\n` : ''}${academy.name}`] : [];
}

/** Writes an email about an order, with greeting and signature. */
function toEmail(mail: Mail, order: EmailedOrder, content: EmailContent): Email {
  const { dedupeKey, subject, parts, links } = content;
  const addresses = links.map(([label, path]) => [label, new URL(path, mail.siteUrl).href] as const);
  const body = writeBody([`Dear ${order.firstName},`, ...parts, { links: addresses }, ...signature(order)]);
  const link = addresses[0]?.[1];
  const email = { dedupeKey, orderId: order.id, to: order.email, toName: order.fullName, subject, ...body };
  return link === undefined ? email : { ...email, link };
}

/** SQL that queues an email about an order, with greeting and signature. */
export function queueEmailSql(mail: Mail, order: EmailedOrder, content: EmailContent): RawBuilder<unknown> {
  return mail.queueSql([toEmail(mail, order, content)]);
}

/** The dedupe key of the email that confirms an order. */
export const bookingEmailKey = (orderId: string) => `order-completed:${orderId}`;

/** SQL for the dedupe key of the email that confirms an order. `orderId` is an SQL expression. */
export const bookingEmailKeySql = (orderId: RawBuilder<unknown>) => sql`${bookingEmailKey('')} || ${orderId}`;

/**
 * The id of the order that the email with this dedupe key confirms, also if the email was sent again; null for other
 * emails.
 */
export const confirmedOrderId = (dedupeKey: string) =>
  dedupeKey.startsWith(bookingEmailKey('')) ? (dedupeKey.split(':')[1] ?? null) : null;

/**
 * Writes the email that confirms a booking: courses, dates, amount, and how to join the courses. A calendar file is
 * attached when the email is sent (`booking-calendar.ts`).
 */
function toBookingEmail(mail: Mail, order: EmailedOrder): Email {
  return toEmail(mail, order, {
    dedupeKey: bookingEmailKey(order.id),
    subject: `Booking confirmed: ${order.id}`,
    parts: [
      'Thank you. Your seats are booked:',
      courseLines(order),
      {
        facts: [
          ['Order number', order.id],
          ['Amount paid', amount(order.totalPaise)],
        ],
      },
      ...joiningParts(order.courses),
      'The dates are attached as a file for your calendar.',
    ],
    links: [
      ['Your booking', confirmationPath(order)],
      ['Your receipt', `${paths.receipt}/${order.id}`],
      ['My Courses', `${paths.profile}?tab=courses`],
      ['My Documents', `${paths.profile}?tab=documents`],
    ],
  });
}

/** SQL that queues the emails that confirm bookings. */
export function bookingEmailSql(mail: Mail, orders: readonly EmailedOrder[]): RawBuilder<unknown> {
  return mail.queueSql(orders.map((order) => toBookingEmail(mail, order)));
}

/**
 * Queues the email about a declined payment. An attempt that expired without a payment causes no email, because nothing
 * was tried or charged.
 */
export async function queuePaymentFailedEmail(
  tx: Tx,
  mail: Mail,
  attempt: { id: string; order_id: string },
): Promise<void> {
  const { statement, read } = emailedOrderQuery(sql`${attempt.order_id}`);
  const { rows } = await statement.execute(tx);
  const order = read(rows);
  if (!order) return;
  const email = queueEmailSql(mail, order, {
    dedupeKey: `payment-failed:${attempt.id}`,
    subject: `Payment not received: ${order.id}`,
    parts: [
      'Your payment did not go through, so these seats are not booked:',
      courseLines(order),
      {
        facts: [
          ['Order number', order.id],
          ['Amount', amount(order.totalPaise)],
        ],
      },
      'Your courses are still in your cart. You can pay again while seats are available.',
      'If the amount has left your account and reaches us later, we will book your seats or refund you, and email you.',
    ],
    links: [
      ['What happened', confirmationPath(order)],
      ['Your cart', paths.cart],
    ],
  });
  await email.execute(tx);
}

/** Queues the email which says that an amount due was paid at the office, if the student has an email address. */
export async function queueDuePaidEmail(tx: Tx, mail: Mail, attemptId: string): Promise<void> {
  const paid = await tx
    .selectFrom('payment_attempts as a')
    .innerJoin('due_receipts as r', 'r.attempt_id', 'a.id')
    .select(['a.order_id', 'a.amount_paise', 'r.receipt_number'])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const { statement, read } = emailedOrderQuery(sql`${paid.order_id}`);
  const order = read((await statement.execute(tx)).rows);
  if (!order) return;
  const query = new URLSearchParams({ number: paid.receipt_number });
  const email = queueEmailSql(mail, order, {
    dedupeKey: `due-paid:${attemptId}`,
    subject: `Payment received: ${order.id}`,
    parts: [
      'Thank you. We have received the amount that was due for your changed booking.',
      {
        facts: [
          ['Order number', order.id],
          ['Amount paid', amount(paid.amount_paise)],
          ['Receipt number', paid.receipt_number],
        ],
      },
    ],
    links: [
      ['Your receipt', `${paths.receipt}/${order.id}?${query}`],
      ['My Courses', `${paths.profile}?tab=courses`],
    ],
  });
  await email.execute(tx);
}

/** Queues the email which says that a refund was sent, if the student has an email address. */
export async function queueRefundSentEmail(
  tx: Tx,
  mail: Mail,
  refund: { id: string; orderId: string; paise: number },
): Promise<void> {
  const { statement, read } = emailedOrderQuery(sql`${refund.orderId}`);
  const order = read((await statement.execute(tx)).rows);
  if (!order) return;
  const email = queueEmailSql(mail, order, {
    dedupeKey: `refund-sent:${refund.id}`,
    subject: `Refund sent: ${order.id}`,
    parts: [
      'We have sent your refund.',
      {
        facts: [
          ['Order number', order.id],
          ['Amount', amount(refund.paise)],
        ],
      },
      'Your bank may need some working days to show it in your account.',
    ],
    links: [['Your order', confirmationPath(order)]],
  });
  await email.execute(tx);
}

const reasons: Record<string, string> = {
  'seats gone': 'We received your payment, but could not book it: the seats were no longer available when it arrived.',
  'paid short': 'We received your payment, but could not book it: it was less than the price of the order.',
  'bought by another order': 'We received your payment, but you had already booked these courses with another order.',
  'paid twice': 'We received more than one payment for this order. We will refund this one.',
  'paid too much':
    'We received more than the price of your order. Your seats are booked, and the rest will be refunded.',
};

/** SQL that queues the email which says that a payment will be refunded. Each payment causes at most one such email. */
export function refundEmailSql(mail: Mail, order: EmailedOrder, owed: OwedRefund): RawBuilder<unknown> {
  return queueEmailSql(mail, order, {
    dedupeKey: `order-refund-due:${order.id}:${owed.paymentId}`,
    subject: `Refund for order ${order.id}`,
    parts: [
      reasons[owed.reason] ?? 'We received your payment, but could not book it.',
      courseLines(order),
      {
        facts: [
          ['Order number', order.id],
          ['Amount to be refunded', amount(owed.paise)],
        ],
      },
      'The amount will be refunded to your original payment method. You do not need to do anything.',
    ],
    links: [['Your order', confirmationPath(order)]],
  });
}

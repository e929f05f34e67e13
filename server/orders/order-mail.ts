import type { Transaction } from 'kysely';
import { paths } from '../../contract/pages.ts';
import { toRupees } from '../db/paise.ts';
import type { Database } from '../db/schema.ts';
import type { Mail } from '../providers/mail.ts';
import { type LetterPart, writeBody } from '../providers/mail-body.ts';
import { type MailedOrder, readMailedOrder } from './mailed-order.repo.ts';

type Tx = Transaction<Database>;
/** What a mail about an order says between greeting and signature; its first link is the main one. */
type Told = { dedupeKey: string; subject: string; parts: LetterPart[]; links: Array<[label: string, path: string]> };

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const amount = (paise: number) => rupees.format(toRupees(paise));

const confirmation = (order: MailedOrder) => `${paths.checkoutConfirmation}/${order.attemptId}`;

function courseLines({ courses }: MailedOrder): LetterPart {
  const within = (name: string | null) => (name === null ? '' : ` (in ${name})`);
  return {
    list: courses.map(({ name, package_name, start, end }) => `${name}: ${start} to ${end}${within(package_name)}`),
  };
}

function signature({ academy }: MailedOrder): LetterPart[] {
  const [phone] = academy?.admissions_phones ?? [];
  return academy ? [`${phone ? `Questions? Call ${phone}.\n` : ''}${academy.name}`] : [];
}

async function tell(tx: Tx, mail: Mail, orderId: string, write: (order: MailedOrder) => Told): Promise<void> {
  const order = await readMailedOrder(tx, orderId);
  if (!order) return;
  const { dedupeKey, subject, parts, links } = write(order);
  const addresses = links.map(([label, path]) => [label, new URL(path, mail.siteUrl).href] as const);
  const body = writeBody([`Dear ${order.firstName},`, ...parts, { links: addresses }, ...signature(order)]);
  const link = addresses[0]?.[1];
  const letter = { dedupeKey, to: order.email, toName: order.fullName, subject, ...body };
  await mail.queue(tx, link === undefined ? letter : { ...letter, link });
}

/** Mails what was booked, when, where and for how much. */
export async function confirmBooking(tx: Tx, mail: Mail, orderId: string): Promise<void> {
  await tell(tx, mail, orderId, (order) => ({
    dedupeKey: `order-completed:${order.id}`,
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
      order.academy ? `Report at: ${order.academy.address}` : '',
    ],
    links: [
      ['Your booking', confirmation(order)],
      ['Your receipt', `${paths.receipt}/${order.id}`],
    ],
  }));
}

/**
 * Mails that an attempt ended declined. One that merely ran out unvisited is no failure: nothing was tried, nothing was
 * charged, and the student who left knows it.
 */
export async function tellPaymentFailed(tx: Tx, mail: Mail, attempt: { id: string; order_id: string }): Promise<void> {
  await tell(tx, mail, attempt.order_id, (order) => ({
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
      'Your courses are still in your cart, and you can pay again while there are seats.',
      'Should the amount have left your account: if it reaches us later, we book your seats or pay it back, and write to you.',
    ],
    links: [
      ['What happened', confirmation(order)],
      ['Your cart', paths.cart],
    ],
  }));
}

/** Money of one payment that goes back: how much and why. */
export type OwedBack = { orderId: string; paymentId: string; paise: number; reason: string };

const reasons: Record<string, string> = {
  'seats gone': 'We received your payment, but could not book it: the seats were no longer available when it arrived.',
  'paid short': 'We received your payment, but could not book it: it was less than the price of the order.',
  'bought by another order': 'We received your payment for what you had booked by another order already.',
  'paid twice': 'We received more than one payment for this order. One is enough; this one is returned.',
  'paid too much': 'We received more than your order costs. Your seats are booked; the rest is returned.',
};

/** Mails that the money comes back, once a payment. */
export async function promiseRefund(tx: Tx, mail: Mail, owed: OwedBack): Promise<void> {
  await tell(tx, mail, owed.orderId, (order) => ({
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
      'The amount goes back to the source of the payment. You need not do anything.',
    ],
    links: [['Your order', confirmation(order)]],
  }));
}

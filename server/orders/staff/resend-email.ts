import { sql } from 'kysely';
import type { StaffBookedCourse } from '../../../contract/staff/orders.ts';
import type { Tx } from '../../db/schema.ts';
import type { Email, Mail } from '../../providers/mail/mail.ts';
import { readBookedLines } from '../changes/booked-lines.repo.ts';
import { type BookingChange, readChanges } from '../changes/change.ts';
import { queueCancelledEmail, queueTransferredEmail } from '../changes/change-emails.ts';
import { isDueSql } from '../changes/dues.repo.ts';
import { emailedOrderQuery } from '../messages/emailed-order.repo.ts';
import {
  bookingEmailSql,
  queueDuePaidEmail,
  queuePaymentFailedEmail,
  queueRefundSentEmail,
  refundEmailSql,
} from '../messages/order-emails.ts';

/**
 * Functions of other domains that requeue their emails about an order. They return false if what the email says is no
 * longer true.
 */
export type ForeignEmails = {
  /**
   * Requeues the email about a moved or cancelled batch, with a new link for the student's choice. Earlier links stop
   * working.
   */
  queueRunEmail(tx: Tx, mail: Mail, item: { runId: number; orderId: string }): Promise<boolean>;
  queueJoiningEmail(tx: Tx, mail: Mail, booking: { studentId: string; batchId: number }): Promise<boolean>;
};

type ResendDeps = { mail: Mail; emails: ForeignEmails };
type Resent = { orderId: string; ids: readonly string[] };
/** A function that queues an email again. It returns false if what the email says is no longer true. */
type Resend = (tx: Tx, deps: ResendDeps, resent: Resent) => Promise<boolean>;

/**
 * Requeues the confirmation of an order. It lists the courses that are booked now, without cancelled batches, and says
 * what was paid for the lines of these courses, less their refunds.
 */
const resendBookingEmail: Resend = async (tx, { mail }, { orderId }) => {
  const { statement, read } = emailedOrderQuery(sql`${orderId}`);
  const order = read((await statement.execute(tx)).rows);
  const lines = (await readBookedLines(tx, orderId)).filter(({ courses, cancelledBatchIds }) =>
    courses.some(({ batch_id }) => !cancelledBatchIds.includes(batch_id)),
  );
  if (!order || lines.length === 0) return false;
  const courses = order.courses.filter(({ is_cancelled }) => !is_cancelled);
  const totalPaise = lines.reduce((sum, { paidPaise }) => sum + paidPaise, 0);
  await bookingEmailSql(mail, [{ ...order, courses, totalPaise }]).execute(tx);
  return true;
};

const resendPaymentFailed: Resend = async (tx, { mail }, { orderId, ids: [attemptId = ''] }) => {
  const declined = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('state', '=', 'declined')
    .executeTakeFirst();
  if (declined) await queuePaymentFailedEmail(tx, mail, { id: attemptId, order_id: orderId });
  return declined !== undefined;
};

const resendRefundDue: Resend = async (tx, { mail }, { orderId, ids: [, ...paymentId] }) => {
  const { statement, read } = emailedOrderQuery(sql`${orderId}`);
  const order = read((await statement.execute(tx)).rows);
  const refund = await tx
    .selectFrom('refunds')
    .select(['amount_paise as paise', 'reason', 'payment_id as paymentId'])
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId.join(':'))
    .where('cause', '=', 'payment')
    .executeTakeFirst();
  if (!order || !refund) return false;
  await refundEmailSql(mail, order, refund).execute(tx);
  return true;
};

/**
 * Requeues the email about order lines that were cancelled together. `changeId`: the id of the first of these
 * cancellations in the table `booking_changes`.
 */
const resendCancelled: Resend = async (tx, { mail }, { orderId, ids: [, changeId] }) => {
  const changes = await readChanges(tx, orderId);
  const key = changes.find(({ id }) => id === Number(changeId))?.key;
  await queueCancelledEmail(
    tx,
    mail,
    orderId,
    changes.filter((change) => change.key === key),
  );
  return true;
};

/**
 * Whether the email about a transfer is still true: the new batch still takes place on the days in `to`, and the amount
 * that was due at the transfer, if any, is still due.
 */
async function isTransferTrue(tx: Tx, change: BookingChange, to: StaffBookedCourse): Promise<boolean> {
  const { rows } = await sql<{ is_true: boolean }>`
    select b.publication = 'published' and b.start_date = ${to.start_date} and b.end_date = ${to.end_date}
      and (c.due_paise = 0 or ${isDueSql}) as is_true
    from booking_changes c, batches b where c.id = ${change.id} and b.id = ${to.batch_id}`.execute(tx);
  return rows[0]?.is_true ?? false;
}

const resendTransferred: Resend = async (tx, { mail }, { orderId, ids: [, changeId] }) => {
  const changes = await readChanges(tx, orderId);
  const change = changes.find(({ id }) => id === Number(changeId));
  const isLast = change && !changes.some(({ id, itemId }) => itemId === change.itemId && id > change.id);
  const from = change?.before.courses.find(({ batch_id }) => !isIn(change.after, batch_id));
  const to = change?.after?.courses.find(({ batch_id }) => !isIn(change.before, batch_id));
  if (!change || !isLast || !from || !to || !(await isTransferTrue(tx, change, to))) return false;
  await queueTransferredEmail(tx, mail, change, { from, to });
  return true;
};

const isIn = (line: { courses: ReadonlyArray<{ batch_id: number }> } | null, batchId: number) =>
  line?.courses.some(({ batch_id }) => batch_id === batchId) ?? false;

const resendRefundSent: Resend = async (tx, { mail }, { orderId, ids: [id = ''] }) => {
  const refund = await tx.selectFrom('refunds').select('amount_paise').where('id', '=', id).executeTakeFirstOrThrow();
  await queueRefundSentEmail(tx, mail, { id, orderId, paise: refund.amount_paise });
  return true;
};

const resendDuePaid: Resend = async (tx, { mail }, { ids: [attemptId = ''] }) => {
  await queueDuePaidEmail(tx, mail, attemptId);
  return true;
};

const resendRunEmail: Resend = (tx, { mail, emails }, { orderId, ids: [runId] }) =>
  emails.queueRunEmail(tx, mail, { runId: Number(runId), orderId });

const resendJoining: Resend = (tx, { mail, emails }, { ids: [batchId, studentId = ''] }) =>
  emails.queueJoiningEmail(tx, mail, { batchId: Number(batchId), studentId });

/**
 * For each kind of email about an order, the function that queues it again. The keys are the first part of the email's
 * dedupe key; the function receives the other parts as `ids`.
 */
export const resends: Readonly<Record<string, Resend>> = {
  'order-completed': resendBookingEmail,
  'payment-failed': resendPaymentFailed,
  'order-refund-due': resendRefundDue,
  'order-cancelled': resendCancelled,
  'order-transferred': resendTransferred,
  'refund-sent': resendRefundSent,
  'due-paid': resendDuePaid,
  'batch-run': resendRunEmail,
  joining: resendJoining,
};

/**
 * A mail queue for emails that were sent before. It gives each copy a new dedupe key, because a copy with the old key
 * would not be sent.
 */
function repeatingMail(mail: Mail): Mail {
  const again = (email: Email) => ({ ...email, dedupeKey: `${email.dedupeKey}:again-${crypto.randomUUID()}` });
  return {
    siteUrl: mail.siteUrl,
    queue: (db, email) => mail.queue(db, again(email)),
    queueSql: (emails) => mail.queueSql(emails.map(again)),
  };
}

/**
 * Requeues an email about an order, found by its dedupe key. Returns false if what the email says is no longer true.
 */
export async function resendEmail(
  tx: Tx,
  deps: ResendDeps,
  { orderId, dedupeKey }: { orderId: string; dedupeKey: string },
): Promise<boolean> {
  const [kind = '', ...ids] = dedupeKey.replace(/:again-[\da-f-]+$/, '').split(':');
  const resend = resends[kind];
  if (!resend) throw new Error(`emails of kind ${kind} cannot be sent again`);
  return resend(tx, { ...deps, mail: repeatingMail(deps.mail) }, { orderId, ids });
}

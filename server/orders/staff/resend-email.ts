import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import type { Email, Mail } from '../../providers/mail/mail.ts';
import { readChanges } from '../changes/change.ts';
import { queueCancelledEmail, queueTransferredEmail } from '../changes/change-emails.ts';
import { emailedOrderQuery } from '../messages/emailed-order.repo.ts';
import {
  bookingEmailSql,
  queuePaymentFailedEmail,
  queueRefundSentEmail,
  refundEmailSql,
} from '../messages/order-emails.ts';

/** The emails about an order that other domains write. Each returns false if what the email says is no longer true. */
export type ForeignEmails = {
  /** The email about a moved or cancelled batch, with a new link to choose. Earlier links stop working. */
  queueRunEmail(tx: Tx, mail: Mail, item: { runId: number; orderId: string }): Promise<boolean>;
  queueJoiningEmail(tx: Tx, mail: Mail, booking: { studentId: string; batchId: number }): Promise<boolean>;
};

type ResendDeps = { mail: Mail; emails: ForeignEmails };
type Resent = { orderId: string; ids: readonly string[] };
/** Writes an email again. Returns false if what it says is no longer true. */
type Resend = (tx: Tx, deps: ResendDeps, resent: Resent) => Promise<boolean>;

/** The confirmation of an order, with what is booked now. */
const resendBookingEmail: Resend = async (tx, { mail }, { orderId }) => {
  const { statement, read } = emailedOrderQuery(sql`${orderId}`);
  const order = read((await statement.execute(tx)).rows);
  const { state } = await tx.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow();
  if (!order || state !== 'completed' || order.courses.length === 0) return false;
  await bookingEmailSql(mail, order).execute(tx);
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

/** The email about lines that were cancelled together. `ids` has the id of the first of these changes. */
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

const resendTransferred: Resend = async (tx, { mail }, { orderId, ids: [, changeId] }) => {
  const changes = await readChanges(tx, orderId);
  const change = changes.find(({ id }) => id === Number(changeId));
  const isLast = change && !changes.some(({ id, itemId }) => itemId === change.itemId && id > change.id);
  const from = change?.before.courses.find(({ batch_id }) => !isIn(change.after, batch_id));
  const to = change?.after?.courses.find(({ batch_id }) => !isIn(change.before, batch_id));
  if (!change || !isLast || !from || !to) return false;
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

const resendRunEmail: Resend = (tx, { mail, emails }, { orderId, ids: [runId] }) =>
  emails.queueRunEmail(tx, mail, { runId: Number(runId), orderId });

const resendJoining: Resend = (tx, { mail, emails }, { ids: [batchId, studentId = ''] }) =>
  emails.queueJoiningEmail(tx, mail, { batchId: Number(batchId), studentId });

/**
 * How each kind of email about an order is written again, by the first part of its dedupe key. `ids` are the other parts.
 */
export const resends: Readonly<Record<string, Resend>> = {
  'order-completed': resendBookingEmail,
  'payment-failed': resendPaymentFailed,
  'order-refund-due': resendRefundDue,
  'order-cancelled': resendCancelled,
  'order-transferred': resendTransferred,
  'refund-sent': resendRefundSent,
  'batch-run': resendRunEmail,
  joining: resendJoining,
};

/** A mail queue for emails that were sent before: it gives each repetition a dedupe key of its own. */
function repeatingMail(mail: Mail): Mail {
  const again = (email: Email) => ({ ...email, dedupeKey: `${email.dedupeKey}:again-${crypto.randomUUID()}` });
  return {
    siteUrl: mail.siteUrl,
    queue: (db, email) => mail.queue(db, again(email)),
    queueSql: (email) => mail.queueSql(again(email)),
  };
}

/** Writes the email with this dedupe key about an order again. Returns false if what it says is no longer true. */
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

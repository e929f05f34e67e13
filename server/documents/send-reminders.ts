import type { Kysely } from 'kysely';
import { paths } from '../../contract/pages.ts';
import type { Database, Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { type Clock, today } from '../http/clock.ts';
import { writeBody } from '../providers/mail/email-body.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Notifications } from '../providers/push/push.ts';
import { claimReminders, type DueReminder, markReminded } from './reminder.repo.ts';

/** How many documents are handled in one transaction. Few, so that their rows are not locked for long. */
const batchSize = 100;

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function expiresIn(days: number): string {
  if (days === 0) return 'expires today';
  return days === 1 ? 'expires tomorrow' : `expires in ${days} days`;
}

const myDocuments = `${paths.profile}?tab=documents`;

/**
 * The dedupe key of a reminder: one email and one push message are sent for each document, expiry date and `threshold`
 * (such as 30 days before the expiry).
 */
const keyOf = ({ id, expires_on, threshold }: DueReminder) => `document-ends:${id}:${expires_on}:${threshold}`;

/**
 * Queues the email that reminds a student that a document expires. Does nothing if the student has no email address.
 */
async function queueEmail(tx: Tx, mail: Mail, due: DueReminder): Promise<void> {
  if (due.email === null) return;
  const link = new URL(myDocuments, mail.siteUrl).href;
  const expiry = expiresIn(due.daysLeft);
  await mail.queue(tx, {
    dedupeKey: keyOf(due),
    to: due.email,
    subject: `${due.name} ${expiry}`,
    link,
    ...writeBody([
      `Dear ${due.first_name},`,
      `Your document ${due.name} ${expiry}, on ${longDay.format(new Date(due.expires_on))}.`,
      'If you have renewed it, upload the new one and delete the old one. You may need it for a course that ends later.',
      { links: [['My Documents', link]] },
    ]),
  });
}

/**
 * Queues the push message of a reminder. It does not name the document, because other people may see it on a locked
 * screen. It names the date instead of the days that are left, because it may reach a device three days later, and stays
 * on the screen until it is read.
 */
async function queuePush(tx: Tx, notifications: Notifications, due: DueReminder): Promise<void> {
  await notifications.notify(tx, {
    studentId: due.student_id,
    kind: 'document',
    dedupeKey: keyOf(due),
    tag: `document:${due.id}`,
    title: `A document expires on ${longDay.format(new Date(due.expires_on))}`,
    body: 'If you have renewed it, upload the new one in My Documents.',
    path: myDocuments,
  });
}

type ReminderDeps = { db: Kysely<Database>; clock: Clock; mail: Mail; notifications: Notifications };

/**
 * Reminds students by email and push message 90, 30 and 7 days before a document expires (`reminderDays` in
 * contract/documents.ts). If several of these times have passed, sends only one reminder. Returns the number of
 * reminders.
 */
export async function sendReminders({ db, clock, mail, notifications }: ReminderDeps): Promise<number> {
  const day = today(clock);
  const next = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const due = await claimReminders(tx, day, batchSize);
      for (const each of due) {
        await queueEmail(tx, mail, each);
        await queuePush(tx, notifications, each);
        await markReminded(tx, each);
      }
      return due.length;
    });
  let sent = 0;
  for (let taken = await next(); taken > 0; taken = await next()) sent += taken;
  return sent;
}

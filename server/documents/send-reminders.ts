import type { Kysely } from 'kysely';
import { paths } from '../../contract/pages.ts';
import type { Database, Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { type Clock, today } from '../http/clock.ts';
import { writeBody } from '../providers/mail/email-body.ts';
import type { Mail } from '../providers/mail/mail.ts';
import { claimReminders, type DueReminder, markReminded } from './reminder.repo.ts';

/** Number of documents in one transaction. It is small, so that locks are held briefly. */
const batchSize = 100;

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function endsIn(days: number): string {
  if (days === 0) return 'ends today';
  return days === 1 ? 'ends tomorrow' : `ends in ${days} days`;
}

/**
 * Queues the email that reminds a student of a document. Its dedupe key allows one email for each document, expiry date
 * and threshold.
 */
async function queueReminder(tx: Tx, mail: Mail, due: DueReminder): Promise<void> {
  const link = new URL(`${paths.profile}?tab=documents`, mail.siteUrl).href;
  const ends = endsIn(due.daysLeft);
  await mail.queue(tx, {
    dedupeKey: `document-ends:${due.id}:${due.expires_on}:${due.threshold}`,
    to: due.email,
    subject: `${due.name} ${ends}`,
    link,
    ...writeBody([
      `Dear ${due.first_name},`,
      `Your document ${due.name} ${ends}: its last day is ${longDay.format(new Date(due.expires_on))}.`,
      'If you have renewed it, upload the new one and delete the old one. You may need it for a course that ends later.',
      { links: [['My Documents', link]] },
    ]),
  });
}

type ReminderDeps = { db: Kysely<Database>; clock: Clock; mail: Mail };

/**
 * Emails students 90, 30 and 7 days before a document expires (`reminderDays` in contract/documents.ts), once each. If
 * several reminders were missed, only the latest is sent. Returns the number of queued emails.
 */
export async function sendReminders({ db, clock, mail }: ReminderDeps): Promise<number> {
  const day = today(clock);
  const next = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const due = await claimReminders(tx, day, batchSize);
      for (const each of due) {
        await queueReminder(tx, mail, each);
        await markReminded(tx, each);
      }
      return due.length;
    });
  let sent = 0;
  for (let taken = await next(); taken > 0; taken = await next()) sent += taken;
  return sent;
}

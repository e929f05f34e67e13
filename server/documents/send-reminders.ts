import type { Kysely, Transaction } from 'kysely';
import { paths } from '../../contract/pages.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Clock, today } from '../providers/clock.ts';
import type { Mail } from '../providers/mail.ts';
import { writeBody } from '../providers/mail-body.ts';
import { claimReminders, type DueReminder, noteReminder } from './reminder.repo.ts';

/** Documents a transaction: few enough that nobody waits long for a lock. */
const batch = 100;

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function endsIn(days: number): string {
  if (days === 0) return 'ends today';
  return days === 1 ? 'ends tomorrow' : `ends in ${days} days`;
}

/** One letter a document, last day and nearness, however often it is asked for. */
async function queueReminder(tx: Transaction<Database>, mail: Mail, due: DueReminder): Promise<void> {
  const link = new URL(`${paths.profile}?tab=documents`, mail.siteUrl).href;
  const ends = endsIn(due.daysLeft);
  await mail.queue(tx, {
    dedupeKey: `document-ends:${due.id}:${due.expires_on}:${due.threshold}`,
    to: due.email,
    subject: `${due.name} ${ends}`,
    link,
    ...writeBody([
      `Dear ${due.first_name},`,
      `your document ${due.name} ${ends}: its last day is ${longDay.format(new Date(due.expires_on))}.`,
      'If you have a renewed one, upload it and delete the old one. A course that ends later may ask for it.',
      { links: [['My Documents', link]] },
    ]),
  });
}

export type ReminderParts = { db: Kysely<Database>; clock: Clock; mail: Mail };

/**
 * Reminds students of documents that end 90, 30 and 7 days from now (contract/documents.ts, `reminderDays`), by mail, each
 * once. Where several of these were missed, the last alone is sent. Answers how many letters were queued.
 */
export async function sendReminders({ db, clock, mail }: ReminderParts): Promise<number> {
  const day = today(clock);
  const next = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const due = await claimReminders(tx, day, batch);
      for (const each of due) {
        await queueReminder(tx, mail, each);
        await noteReminder(tx, each);
      }
      return due.length;
    });
  let sent = 0;
  for (let taken = await next(); taken > 0; taken = await next()) sent += taken;
  return sent;
}

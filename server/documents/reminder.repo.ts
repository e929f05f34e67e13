import { sql } from 'kysely';
import { reminderDays } from '../../contract/documents.ts';
import type { Tx } from '../db/schema.ts';

/**
 * A document that expires in `daysLeft` days, for which a reminder is due. `threshold` says which reminder: the
 * smallest of `reminderDays` (90, 30 and 7 days before the expiry) that is at least `daysLeft`.
 */
export type DueReminder = {
  id: string;
  student_id: string;
  name: string;
  expires_on: string;
  daysLeft: number;
  threshold: number;
  first_name: string;
  email: string | null;
};

const [first, ...tighter] = reminderDays;

/**
 * Locks at most `limit` documents for which a reminder is due on `today`, a date in the academy's time zone. If several
 * reminders of a document are due, only the one closest to the expiry counts. Skips documents that have expired or that
 * staff have rejected, and documents of students who have neither an email address nor a device that gets push messages.
 */
export async function claimReminders(tx: Tx, today: string, limit: number): Promise<DueReminder[]> {
  const left = sql<number>`(document.expires_on - ${today}::date)`;
  const steps = tighter.toReversed().map((days) => sql`when ${left} <= ${sql.lit(days)} then ${sql.lit(days)}`);
  const threshold = sql<number>`case ${sql.join(steps, sql` `)} else ${sql.lit(first)} end`;
  const { rows } = await sql<DueReminder>`
    select document.id, document.student_id, document.name, document.expires_on, ${left} as "daysLeft", ${threshold} as threshold,
      students.first_name, students.email
    from student_documents document join students on students.id = document.student_id
    where document.expires_on between ${today}::date and ${today}::date + ${sql.lit(first)}
      and document.state <> 'rejected'
      and (document.reminded_days is null or document.reminded_days > ${threshold})
      and (students.email is not null or exists (select from push_subscriptions s where s.student_id = students.id))
    order by document.expires_on, document.id
    limit ${limit} for update of document skip locked`.execute(tx);
  return rows;
}

/**
 * Records that the student was reminded of the document. `threshold`: how many days before the expiry the reminder was
 * due, such as 30.
 */
export async function markReminded(tx: Tx, { id, threshold }: DueReminder): Promise<void> {
  await tx.updateTable('student_documents').set({ reminded_days: threshold }).where('id', '=', id).execute();
}

import { sql, type Transaction } from 'kysely';
import { reminderDays } from '../../contract/documents.ts';
import type { Database } from '../db/schema.ts';

/** A document whose student is to be reminded: `threshold` is the tightest of `reminderDays` that `daysLeft` has come to. */
export type DueReminder = {
  id: string;
  name: string;
  expires_on: string;
  daysLeft: number;
  threshold: number;
  first_name: string;
  email: string;
};

const [first, ...tighter] = reminderDays;

/**
 * Documents to remind of on an academy day, at most `most`, locked against other processes: near their last day, not past
 * it, and not reminded of at that nearness yet. Students without an e-mail address are left out.
 */
export async function claimReminders(tx: Transaction<Database>, today: string, most: number): Promise<DueReminder[]> {
  const left = sql<number>`(document.expires_on - ${today}::date)`;
  const steps = tighter.toReversed().map((days) => sql`when ${left} <= ${sql.lit(days)} then ${sql.lit(days)}`);
  const threshold = sql<number>`case ${sql.join(steps, sql` `)} else ${sql.lit(first)} end`;
  const { rows } = await sql<DueReminder>`
    select document.id, document.name, document.expires_on, ${left} as "daysLeft", ${threshold} as threshold,
      students.first_name, students.email
    from student_documents document join students on students.id = document.student_id
    where document.expires_on between ${today}::date and ${today}::date + ${sql.lit(first)}
      and (document.reminded_days is null or document.reminded_days > ${threshold})
      and students.email is not null
    order by document.expires_on, document.id
    limit ${most} for update of document skip locked`.execute(tx);
  return rows;
}

/** The student was reminded of this document at this nearness. */
export async function noteReminder(tx: Transaction<Database>, { id, threshold }: DueReminder): Promise<void> {
  await tx.updateTable('student_documents').set({ reminded_days: threshold }).where('id', '=', id).execute();
}

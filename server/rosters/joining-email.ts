import type { Tx } from '../db/schema.ts';
import { formatDay } from '../pdf/pdf-text.ts';
import { writeBody } from '../providers/mail/email-body.ts';
import type { RosterDeps } from './roster-deps.ts';

/**
 * Queues an email to a student with the joining instructions of a batch. Returns false if the student has no email
 * address or has not booked the batch, or if the batch is cancelled.
 */
export async function queueJoiningEmail(
  tx: Tx,
  { mail, greet, listBookings, joiningParts }: Pick<RosterDeps, 'mail' | 'greet' | 'listBookings' | 'joiningParts'>,
  { studentId, batchId }: { studentId: string; batchId: number },
): Promise<boolean> {
  const student = await tx
    .selectFrom('students')
    .select(['email', 'first_name'])
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow();
  const course = (await listBookings(tx, studentId)).find(({ batch_id }) => batch_id === batchId);
  if (!student.email || !course || course.cancelled) return false;
  const { course_name, start_date, end_date } = course;
  const days = start_date === end_date ? formatDay(start_date) : `${formatDay(start_date)} to ${formatDay(end_date)}`;
  const courses = new URL('/profile?tab=courses', mail.siteUrl).href;
  await mail.queue(tx, {
    // Staff may send the instructions several times, so the emails of each call have new dedupe keys. A repeat of the
    // same call gets the stored response, so it sends no second email.
    dedupeKey: `joining:${batchId}:${studentId}:${crypto.randomUUID()}`,
    orderId: course.order_id,
    to: student.email,
    subject: `Joining instructions: ${course_name}`,
    ...writeBody([
      greet(student.first_name),
      `This is how to join ${course_name}, ${days}:`,
      ...joiningParts([course]),
      { links: [['My Courses', courses]] },
    ]),
    link: courses,
  });
  return true;
}

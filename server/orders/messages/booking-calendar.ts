import { type Kysely, sql } from 'kysely';
import { calendarFile } from '../../../contract/calendar-file.ts';
import { courseEvent } from '../../../contract/course-event.ts';
import type { Database } from '../../db/schema.ts';
import type { Attachment, QueuedEmail } from '../../providers/mail/mail.ts';
import { emailedOrderQuery } from './emailed-order.repo.ts';
import { confirmedOrderId } from './order-emails.ts';

/**
 * The calendar file of the email that confirms a booking: the same events as 'Add to calendar', with the current dates
 * of the batches and without cancelled batches. Returns no file for any other email, or if all batches of the order are
 * cancelled.
 */
export async function bookingCalendar(db: Kysely<Database>, email: QueuedEmail): Promise<Attachment[]> {
  const orderId = confirmedOrderId(email.dedupeKey);
  if (orderId === null) return [];
  const { statement, read } = emailedOrderQuery(sql`${orderId}`);
  const order = read((await statement.execute(db)).rows);
  const courses = order?.courses.filter(({ is_cancelled }) => !is_cancelled) ?? [];
  if (!order || courses.length === 0) return [];
  const events = courses.map((course) => courseEvent({ ...course, order_id: order.id }));
  // Events carry the time at which the email was queued, so that the file is the same if the email is sent again.
  const content = calendarFile(events, email.queuedAt);
  const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
  return [{ name: `${order.id.toLowerCase()}.ics`, contentType, content }];
}

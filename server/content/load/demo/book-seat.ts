import { sql } from 'kysely';
import { addDays, lastDay } from '../../../../contract/days.ts';
import type { Tx } from '../../../db/schema.ts';
import type { Content } from '../../files/content.ts';
import type { CourseFile } from '../../files/course-file.ts';
import type { StudentOrderFile } from '../../files/student-orders-file.ts';

type WantedBatch = StudentOrderFile['items'][number]['batches'][number];
/** A course that an ordered item contains, with its booked batch, as stored in `order_item_courses`. */
type BookedCourse = {
  course_id: number;
  course_name: string;
  batch_id: number;
  batch_start_date: string;
  batch_end_date: string;
};

type Batch = { id: number; start_date: string; end_date: string };

/** Adds a closed batch that started in the past and is not in the course's schedule. */
async function addPastBatch(tx: Tx, course: CourseFile, start: string): Promise<Batch> {
  return tx
    .insertInto('batches')
    .values({
      course_id: course.id,
      content_key: null,
      start_date: start,
      end_date: lastDay(start, course),
      status: 'closed',
      capacity: course.batches?.capacity ?? 20,
    })
    .returning(['id', 'start_date', 'end_date'])
    .executeTakeFirstOrThrow();
}

async function findBatch(
  tx: Tx,
  course: CourseFile,
  { n, starts_in_days }: WantedBatch,
  baseDay: string,
): Promise<Batch> {
  if (starts_in_days !== undefined) return addPastBatch(tx, course, addDays(baseDay, starts_in_days));
  return tx
    .selectFrom('batches')
    .select(['id', 'start_date', 'end_date'])
    .where('course_id', '=', course.id)
    .where('content_key', '=', String(n))
    .executeTakeFirstOrThrow();
}

/**
 * Finds the batch of a course that a demo student ordered, and books a seat in it. If `orderId` is null, because the
 * order was declined, no seat is booked.
 */
export async function bookSeat(
  tx: Tx,
  { courses }: Content,
  { batch: wanted, baseDay, orderId }: { batch: WantedBatch; baseDay: string; orderId: string | null },
): Promise<BookedCourse> {
  const course = courses.find(({ course: one }) => one.course_code === wanted.course_code)?.course;
  if (!course) throw new Error(`there is no course ${wanted.course_code}`);
  const batch = await findBatch(tx, course, wanted, baseDay);
  if (orderId) {
    const claim = { batch_id: batch.id, order_id: orderId, kind: 'booking' as const, seats: 1 };
    await tx.insertInto('seat_claims').values(claim).execute();
    await sql`update batches set taken = taken + 1 where id = ${batch.id}`.execute(tx);
  }
  const days = { batch_start_date: batch.start_date, batch_end_date: batch.end_date };
  return { course_id: course.id, course_name: course.course_name, batch_id: batch.id, ...days };
}

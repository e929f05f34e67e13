import { type Kysely, sql } from 'kysely';
import { courseDetailSchema } from '../../contract/course.ts';
import type { Enrolment, EnrolmentStatus } from '../../contract/enrolments.ts';
import { academyAddressSql, type JoiningSource, ownDocumentsSql, readJoining } from '../db/joining.ts';
import type { Database } from '../db/schema.ts';

type Stored = Omit<Enrolment, 'status' | 'duration' | 'short_description' | 'place' | 'joining' | 'meta_text'> &
  JoiningSource & { duration: string; meta_text: string; is_active: boolean };

/** The course's description. If it is invalid, it is left out, so that the student's list does not fail. */
const descriptionSchema = courseDetailSchema.pick({ short_description: true }).partial().catch({});

/**
 * The status of a batch on `today`, a date in the academy's time zone. The batch is active from its first to its last
 * day, both included.
 */
export function enrolmentStatus(batch: { start_date: string; end_date: string }, today: string): EnrolmentStatus {
  if (today < batch.start_date) return 'upcoming';
  return today <= batch.end_date ? 'active' : 'completed';
}

function toEnrolment(row: Stored, today: string): Enrolment {
  const {
    detail,
    academy_address: _address,
    own_documents: _documents,
    duration,
    is_active,
    meta_text,
    ...stored
  } = row;
  const { short_description = '' } = descriptionSchema.parse(detail);
  return {
    ...stored,
    ...readJoining(row),
    duration: Number(duration),
    short_description,
    meta_text: is_active ? meta_text : null,
    status: enrolmentStatus(stored, today),
  };
}

/**
 * The student's booked courses, sorted by first day. Names and dates are those of the order; place and joining
 * instructions are those of the content now. The status is that on `today`, a date in the academy's time zone.
 */
export async function listEnrolled(db: Kysely<Database>, studentId: string, today: string): Promise<Enrolment[]> {
  const { rows } = await sql<Stored>`
    select e.id, e.course_id, bought.course_name, c.course_code, c.meta_text, c.is_active, c.duration, c.duration_unit,
      c.tags, c.detail, bought.batch_start_date as start_date, bought.batch_end_date as end_date, e.batch_id,
      ${academyAddressSql} as academy_address, ${ownDocumentsSql(sql`${studentId}`)} as own_documents,
      o.id as order_id, o.receipt_number, case i.type when 'package' then i.name end as package_name
    from enrolments e join orders o on o.id = e.order_id join courses c on c.id = e.course_id
    join order_items i on i.order_id = o.id
    join order_item_courses bought on bought.order_item_id = i.id and bought.course_id = e.course_id
    where e.student_id = ${studentId} and o.state = 'completed'
    order by bought.batch_start_date, e.id limit 500`.execute(db);
  return rows.map((row) => toEnrolment(row, today));
}

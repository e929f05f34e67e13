import { type Kysely, sql } from 'kysely';
import { courseDetailSchema } from '../../contract/course.ts';
import type { Enrolment, EnrolmentStatus, NotCompleted } from '../../contract/enrolments.ts';
import type { StudentRecord } from '../../contract/staff/students.ts';
import { isMarkSetSql } from '../db/attendance-marks.ts';
import { chooseUntilSql } from '../db/choose-until.ts';
import { hasRows } from '../db/has-rows.ts';
import {
  academyAddressSql,
  detailAtVenueSql,
  type JoiningSource,
  listRequiredDocuments,
  ownDocumentsSql,
  readJoining,
} from '../db/joining.ts';
import type { Database } from '../db/schema.ts';

type Computed =
  | 'status'
  | 'not_completed'
  | 'duration'
  | 'short_description'
  | 'place'
  | 'joining'
  | 'meta_text'
  | 'cancelled';
type Stored = Omit<Enrolment, Computed> &
  JoiningSource & {
    duration: string;
    meta_text: string;
    is_active: boolean;
    is_cancelled: boolean;
    choose_until: Date | null;
    result: 'passed' | 'failed' | null;
    /** Whether all attendance marks of the student in this batch are "absent"; null if there are no marks. */
    is_absent: boolean | null;
  };

/**
 * The short description in a course's stored details. If the stored details are invalid, the description is left out,
 * so that the student's list of courses does not fail.
 */
const descriptionSchema = courseDetailSchema.pick({ short_description: true }).partial().catch({});

/**
 * The status of a batch on `today`, a date in the academy's time zone. The batch is active from its first to its last
 * day, both included.
 */
export function enrolmentStatus(batch: { start_date: string; end_date: string }, today: string): EnrolmentStatus {
  if (today < batch.start_date) return 'upcoming';
  return today <= batch.end_date ? 'active' : 'completed';
}

/**
 * Why the student did not complete a course that is over; null if the student did. A student who has a certificate has
 * completed the course, whatever result is stored.
 */
function readNotCompleted({ certificate_number, result, is_absent }: Stored): NotCompleted | null {
  if (certificate_number) return null;
  if (result !== null) return result === 'failed' ? 'failed' : null;
  return is_absent ? 'absent' : null;
}

function toEnrolment(row: Stored, today: string): Enrolment {
  const {
    detail,
    academy_address: _address,
    own_documents: _documents,
    duration,
    is_active,
    meta_text,
    is_cancelled,
    choose_until,
    result: _result,
    is_absent: _absent,
    ...stored
  } = row;
  const status = enrolmentStatus(stored, today);
  const { short_description = '' } = descriptionSchema.parse(detail);
  return {
    ...stored,
    ...(is_cancelled ? { cancelled: { choose_until: choose_until?.toISOString() ?? null } } : {}),
    ...readJoining(row),
    duration: Number(duration),
    short_description,
    meta_text: is_active ? meta_text : null,
    status,
    not_completed: status === 'completed' ? readNotCompleted(row) : null,
  };
}

/**
 * SQL for the number of the valid certificate of enrolment `e`, which was booked by order line `i`; null if there is
 * none. The certificate for the enrolment's own batch is preferred. If the booking was transferred, the newest
 * certificate for an earlier batch counts too.
 */
const certificateNumberSql = sql`(
  select t.number || '-' || t.code from certificates t join batches held on held.id = t.batch_id
  where t.student_id = e.student_id and t.revoked_at is null and held.course_id = e.course_id
    and (t.batch_id = e.batch_id or ${hasRows(sql`booking_changes c where c.order_item_id = i.id
      and c.before -> 'courses' @> jsonb_build_array(jsonb_build_object('batch_id', t.batch_id))`)})
  order by t.batch_id = e.batch_id desc, t.issued_at desc limit 1)`;

/** The courses that the student has booked, sorted by first day. */
async function readBooked(db: Kysely<Database>, studentId: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select e.id, e.course_id, bought.course_name, c.course_code, c.meta_text, c.is_active, c.duration, c.duration_unit,
      c.tags, ${detailAtVenueSql(sql`c.detail`, sql`e.batch_id`)} as detail, coalesce(e.start_date, bought.batch_start_date) as start_date,
      coalesce(e.end_date, bought.batch_end_date) as end_date, e.batch_id,
      ${academyAddressSql} as academy_address, ${ownDocumentsSql(sql`${studentId}`)} as own_documents,
      b.publication = 'cancelled' as is_cancelled,
      ${chooseUntilSql(sql`b.id`, sql`o.id`)} as choose_until,
      o.id as order_id, o.receipt_number, case i.type when 'package' then i.name end as package_name,
      ${certificateNumberSql} as certificate_number,
      (select r.result from course_results r where r.batch_id = e.batch_id and r.student_id = e.student_id) as result,
      (select bool_and(m.mark = 'absent') from attendance_marks m
        where m.batch_id = e.batch_id and m.student_id = e.student_id and ${isMarkSetSql}) as is_absent
    from enrolments e join orders o on o.id = e.order_id join courses c on c.id = e.course_id
    join batches b on b.id = e.batch_id
    join order_items i on i.order_id = o.id and i.cancelled_at is null
    join order_item_courses bought on bought.order_item_id = i.id and bought.course_id = e.course_id
    where e.student_id = ${studentId} and o.state = 'completed'
    order by coalesce(e.start_date, bought.batch_start_date), e.id limit 500`.execute(db);
  return rows;
}

/**
 * The courses that the student has booked, sorted by first day. Course names come from the order, and dates from the
 * batch, which staff may have moved. Place and joining instructions come from the current content. The status is the
 * one on `today`, a date in the academy's time zone.
 */
export async function listEnrolled(db: Kysely<Database>, studentId: string, today: string): Promise<Enrolment[]> {
  const rows = await readBooked(db, studentId);
  return rows.map((row) => toEnrolment(row, today));
}

/**
 * The documents that the student's booked courses require, and the state of each. Courses that are cancelled or were
 * over before `today`, a date in the academy's time zone, are left out.
 */
export async function listRequired(
  db: Kysely<Database>,
  studentId: string,
  today: string,
): Promise<NonNullable<StudentRecord['required_documents']>> {
  const rows = await readBooked(db, studentId);
  return rows
    .filter((row) => !row.is_cancelled && row.end_date >= today)
    .map((row) => ({
      ...{ course_name: row.course_name, start_date: row.start_date, end_date: row.end_date },
      documents: listRequiredDocuments(row.detail, row),
    }))
    .filter(({ documents }) => documents.length > 0);
}

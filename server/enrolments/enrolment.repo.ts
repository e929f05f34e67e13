import { type Kysely, sql } from 'kysely';
import { courseDetailSchema } from '../../contract/course.ts';
import type { Enrolment, EnrolmentStatus } from '../../contract/enrolments.ts';
import type { Database } from '../db/schema.ts';

type Stored = Omit<Enrolment, 'status' | 'duration' | 'short_description' | 'joining' | 'meta_text'> & {
  duration: string;
  meta_text: string;
  is_active: boolean;
  detail: unknown;
};

/**
 * The course details that an enrolment shows. If they are invalid, they are left out, so that the student's list does
 * not fail.
 */
const detailSchema = courseDetailSchema
  .pick({
    short_description: true,
    reporting_time: true,
    dress_code: true,
    requiredDocuments: true,
    settings: true,
    e_learning: true,
    e_learning_hours: true,
  })
  .partial()
  .catch({});

/**
 * The status of a batch on `today`, a date in the academy's time zone. The batch is active from its first to its last
 * day, both included.
 */
export function enrolmentStatus(batch: { start_date: string; end_date: string }, today: string): EnrolmentStatus {
  if (today < batch.start_date) return 'upcoming';
  return today <= batch.end_date ? 'active' : 'completed';
}

function toEnrolment({ detail, duration, is_active, meta_text, ...stored }: Stored, today: string): Enrolment {
  const { short_description = '', settings, ...rest } = detailSchema.parse(detail);
  return {
    ...stored,
    duration: Number(duration),
    short_description,
    place: settings?.venue ?? stored.place,
    meta_text: is_active ? meta_text : null,
    status: enrolmentStatus(stored, today),
    joining: {
      reporting_time: rest.reporting_time ?? null,
      dress_code: rest.dress_code ?? null,
      documents: rest.requiredDocuments?.map(({ name }) => name) ?? [],
      logistics: settings?.logistics ?? null,
      accommodation: settings?.accommodation ?? null,
      map_link: settings?.location_map_link ?? null,
      e_learning: rest.e_learning ?? false,
      e_learning_hours: rest.e_learning_hours ?? null,
    },
  };
}

/**
 * The student's booked courses, sorted by first day. Names and dates are those of the order. The status is that on
 * `today`, a date in the academy's time zone.
 */
export async function listEnrolled(db: Kysely<Database>, studentId: string, today: string): Promise<Enrolment[]> {
  const { rows } = await sql<Stored>`
    select e.id, e.course_id, bought.course_name, c.course_code, c.meta_text, c.is_active, c.duration, c.duration_unit,
      c.tags, c.detail, bought.batch_start_date as start_date, bought.batch_end_date as end_date, e.batch_id,
      (select body ->> 'address' from cms_documents where key = 'brand') as place,
      o.id as order_id, o.receipt_number, case i.type when 'package' then i.name end as package_name
    from enrolments e join orders o on o.id = e.order_id join courses c on c.id = e.course_id
    join order_items i on i.order_id = o.id
    join order_item_courses bought on bought.order_item_id = i.id and bought.course_id = e.course_id
    where e.student_id = ${studentId} and o.state = 'completed'
    order by bought.batch_start_date, e.id limit 500`.execute(db);
  return rows.map((row) => toEnrolment(row, today));
}

import { type Kysely, sql } from 'kysely';
import { courseDetailSchema } from '../../contract/course.ts';
import type { Enrolment } from '../../contract/enrolments.ts';
import type { Database } from '../db/schema.ts';
import { enrolmentStatus } from './enrolment-status.ts';

type Stored = Omit<Enrolment, 'status' | 'duration' | 'short_description' | 'joining' | 'meta_text'> & {
  duration: string;
  meta_text: string;
  is_active: boolean;
  detail: unknown;
};

/** Content that staff wrote: a part that can't be read is left out rather than the student's list lost. */
const told = courseDetailSchema
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

function toEnrolment({ detail, duration, is_active, meta_text, ...stored }: Stored, today: string): Enrolment {
  const { short_description = '', settings, ...rest } = told.parse(detail);
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

/** The student's courses on the academy day `today`, by their first day: names and days as they were bought. */
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

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

/** How many courses and students a measured database has in addition to the demo data. */
export type Size = { courses: number; students: number };

const firstCourse = 100_000;
const firstBatch = 1_000_000;
const batchesEach = 5;

/**
 * Adds copies of the demo academy's courses, each with batches in the coming months. The copies have search texts of
 * the same length but with other words. A search for words of the demo academy therefore finds the same courses,
 * however many copies there are.
 */
async function seedCourses(db: Kysely<Database>, count: number): Promise<void> {
  await sql`insert into courses (id, course_code, course_name, meta_text, is_active, position, category_id, department_id,
      course_template, duration, duration_unit, total_fee_paise, actual_fee_paise, fee_structure, featured_image_url,
      banner_image_url, tags, detail, search_text)
    select ${sql.lit(firstCourse)} + n, 'GROWN-' || n, course_name || ' ' || n, meta_text || '-' || n, true, 1000 + n,
      category_id, department_id, course_template, duration, duration_unit, total_fee_paise, actual_fee_paise, fee_structure,
      featured_image_url, banner_image_url, tags, detail,
      (select string_agg(substr(md5(n::text || word), 1, 6), ' ') from generate_series(1, length(search_text) / 7) word)
    from (select *, row_number() over (order by id) as place, count(*) over () as demo_courses from courses
      where id < 1000) demo
    cross join lateral (select n from generate_series(place, ${sql.lit(count)}, demo_courses) n) copies`.execute(db);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    select ${sql.lit(firstBatch)} + n, ${sql.lit(firstCourse)} + 1 + n % ${sql.lit(count)},
      current_date + 5 + (n / ${sql.lit(count)}) * 30, current_date + 9 + (n / ${sql.lit(count)}) * 30, 'open', 24
    from generate_series(0, ${sql.lit(count * batchesEach - 1)}) n`.execute(db);
}

/** Adds this many courses and students. All added students have the first name `Grown`. */
export async function growDatabase(db: Kysely<Database>, { courses, students }: Size): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    if (courses > 0) await seedCourses(connection, courses);
    await sql`insert into students (first_name, last_name, email, mobile, whatsapp_number, dob)
      select 'Grown', n::text, 'grown.' || n || '@example.com', '9876500000', '9876500000', '2000-01-01'
      from generate_series(1, ${sql.lit(students)}) n`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

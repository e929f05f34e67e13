import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

const firstCopyId = 100_000;

/**
 * Makes exactly `wanted` courses active: deactivates some, or adds copies of the demo academy's courses and their
 * batches.
 */
export async function setCourseCount(db: Kysely<Database>, wanted: number): Promise<void> {
  const { rows } = await sql<{ shown: number }>`select count(*)::int as shown from courses where is_active`.execute(db);
  const shown = rows[0]?.shown ?? 0;
  if (wanted < shown) {
    await sql`update courses set is_active = false where id in
      (select id from courses where is_active order by id desc limit ${shown - wanted})`.execute(db);
    return;
  }
  await sql`
    with base as (select *, row_number() over (order by id) - 1 as place from courses where is_active),
    made as (select n, base.id as base_id from generate_series(0, ${wanted - shown - 1}) n
      join base on base.place = n % ${shown})
    insert into courses select (jsonb_populate_record(c, jsonb_build_object('id', ${firstCopyId}::int + n,
      'course_code', c.course_code || '-' || n, 'course_name', c.course_name || ' ' || n,
      'meta_text', c.meta_text || '-' || n, 'position', ${firstCopyId}::int + n))).*
    from made join courses c on c.id = base_id`.execute(db);
  await sql`
    insert into batches (course_id, start_date, end_date, status, capacity)
    select m.id, b.start_date, b.end_date, b.status, b.capacity
    from courses m join courses c on m.course_code = c.course_code || '-' || (m.id - ${firstCopyId}::int)
    join batches b on b.course_id = c.id where m.id >= ${firstCopyId}`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { ListedStudent } from '../../../contract/staff/students.ts';
import type { Database } from '../../db/schema.ts';
import { toWordQuery } from '../../db/search-patterns.ts';

/**
 * A page of students who match the search text `q`, latest registration first. `after` is the id of the last student
 * on the previous page.
 */
export async function listStudentPage(
  db: Kysely<Database>,
  { q, after }: { q?: string | undefined; after?: string | undefined },
  limit: number,
): Promise<ListedStudent[]> {
  const words = toWordQuery(q);
  // The matching students are materialised, because PostgreSQL might otherwise scan the whole table to find a few.
  const matches = sql`(with matches as materialized (
    select id, created_at from students where search_words @@ ${words}::tsquery) select * from matches)`;
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < (select last.created_at, last.id from students last where last.id = ${after})`;
  const { rows } = await sql<Omit<ListedStudent, 'created_at'> & { created_at: Date }>`
    select id, first_name, last_name, email, mobile, indos_number, allowed_booking, created_at from students
    where id in (select id from ${words === null ? sql`students` : matches} found where ${isAfter}
      order by created_at desc, id desc limit ${limit})
    order by created_at desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

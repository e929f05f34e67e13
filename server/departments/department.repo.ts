import { type Kysely, sql } from 'kysely';
import { departmentCourseLimit } from '../../contract/limits.ts';
import type { Database } from '../db/schema.ts';

/** Which departments to read. If `limit` is null, all that match are read. */
type DepartmentFilter = {
  search: string | undefined;
  id: number | undefined;
  isShownOnly: boolean;
  page: number;
  limit: number | null;
};

export type DepartmentRow = {
  id: number;
  department_name: string;
  slug: string;
  status: 'active' | 'inactive';
  show_on_website: boolean;
  body: unknown;
};

export type DepartmentCourse = {
  id: number;
  course_name: string;
  duration: number;
  duration_unit: 'day' | 'week' | 'month' | 'year';
  meta_text: string;
};

const likeCharacters = /[\\%_]/g;

/**
 * One page of departments in the order of their ids, and the number of all that match. There are so few departments
 * that counting them is cheap.
 */
export async function readDepartments(
  db: Kysely<Database>,
  { search, id, isShownOnly, page, limit }: DepartmentFilter,
): Promise<{ rows: DepartmentRow[]; total: number }> {
  const searchText = search?.trim();
  let query = db.selectFrom('departments');
  if (id !== undefined) query = query.where('id', '=', id);
  if (isShownOnly) query = query.where('status', '=', 'active').where('show_on_website', '=', true);
  if (searchText) query = query.where('department_name', 'ilike', `%${searchText.replace(likeCharacters, '\\$&')}%`);
  const all = await query.select('id').orderBy('id').execute();
  const ids = all.map((row) => row.id);
  const chosen = limit === null ? ids : ids.slice((page - 1) * limit, page * limit);
  if (chosen.length === 0) return { rows: [], total: ids.length };
  const rows = await db.selectFrom('departments').selectAll().where('id', 'in', chosen).orderBy('id').execute();
  return { rows, total: ids.length };
}

/**
 * The number of active courses of each department, by department id. Departments without active courses have no
 * entry.
 */
export async function countDepartmentCourses(
  db: Kysely<Database>,
  departmentIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ department_id: number; count: number }>`
    select department_id, count(*)::int as count from courses
    where is_active and department_id = any(${departmentIds}::integer[]) group by department_id`.execute(db);
  return new Map(rows.map(({ department_id, count }) => [department_id, count]));
}

/**
 * The first active courses of each department in catalogue order, by department id: at most `departmentCourseLimit`
 * each.
 */
export async function readDepartmentCourses(
  db: Kysely<Database>,
  departmentIds: readonly number[],
): Promise<Map<number, DepartmentCourse[]>> {
  const { rows } = await sql<DepartmentCourse & { department_id: number; duration: string }>`
    select first_courses.* from unnest(${departmentIds}::integer[]) departments (id) cross join lateral (
      select department_id, id, course_name, duration, duration_unit, meta_text from courses
      where is_active and department_id = departments.id
      order by category_id desc, position, id limit ${departmentCourseLimit}) first_courses`.execute(db);
  const courses = new Map<number, DepartmentCourse[]>(departmentIds.map((id) => [id, []]));
  for (const { department_id, duration, ...course } of rows)
    courses.get(department_id)?.push({ ...course, duration: Number(duration) });
  return courses;
}

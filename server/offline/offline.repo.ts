import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * The ids of active courses, ascending. With `range`, only ids from `range.first` up to but not including
 * `range.end`.
 */
export async function readCourseIds(db: Kysely<Database>, range?: { first: number; end: number }): Promise<number[]> {
  let query = db.selectFrom('courses').select('id').where('is_active', '=', true).orderBy('id');
  if (range) query = query.where('id', '>=', range.first).where('id', '<', range.end);
  return (await query.execute()).map(({ id }) => id);
}

/** The ids of the departments that the website shows, ascending. */
export async function readDepartmentIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom('departments')
    .select('id')
    .where('status', '=', 'active')
    .where('show_on_website', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

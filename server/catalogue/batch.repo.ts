import { type Kysely, sql } from 'kysely';
import type { Batch } from '../../contract/batch.ts';
import { availableSeatsSql, spareSeatsSql, type Viewer } from '../db/available-seats.ts';
import { groupRows } from '../db/group-rows.ts';
import type { Database } from '../db/schema.ts';

/** For each course, by its id: the batches that have not ended, the earliest first. */
export async function readBatches(
  db: Kysely<Database>,
  courseIds: readonly number[],
  { today, studentId }: Viewer,
): Promise<Map<number, Batch[]>> {
  const { rows } = await sql<Batch & { course_id: number }>`
    select b.course_id, b.id, b.id as batch_id, b.start_date, b.end_date, b.status, ${availableSeatsSql(studentId)} as available
    from batches b left join ${spareSeatsSql(studentId)} spare on spare.batch_id = b.id
    where b.course_id = any(${courseIds}::integer[]) and b.end_date >= ${today} and b.publication = 'published'
    order by b.course_id, b.start_date, b.id`.execute(db);
  return groupRows(rows, (row) => row.course_id);
}

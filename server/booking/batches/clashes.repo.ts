import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * Two batches that need the same instructor at the same time, or the same venue at the same time. A venue counts only
 * if it can hold just one batch.
 */
type BatchClash = {
  batch_id: number;
  other_id: number;
  other_course: string;
  other_start: string;
  other_end: string;
  what: 'venue' | 'instructor';
  /** The address of the venue, or the name of the instructor, that both batches need. */
  name: string;
  /** The first day on which the two batches clash. */
  day: string;
};

/**
 * SQL for the sessions of the batch with the table alias `batch`. A batch without sessions occupies its venue and
 * instructor all day, from its first to its last day.
 */
const sessionsSql = (batch: string) => sql`(
  select s.day, s.start_time, s.end_time from batch_sessions s where s.batch_id = ${sql.ref(`${batch}.id`)}
  union all
  select d::date, time '00:00', time '24:00'
  from generate_series(${sql.ref(`${batch}.start_date`)}::timestamp, ${sql.ref(`${batch}.end_date`)}::timestamp, interval '1 day') d
  where not exists (select from batch_sessions s where s.batch_id = ${sql.ref(`${batch}.id`)}))`;

/** The clashes of the given batches with any other batches, sorted by day. Cancelled batches never clash. */
export async function findClashes(db: Kysely<Database>, batchIds: readonly number[]): Promise<BatchClash[]> {
  const { rows } = await sql<BatchClash>`
    select a.id as batch_id, b.id as other_id, c.course_name as other_course, b.start_date as other_start,
      b.end_date as other_end, shared.what, shared.name, clash.day
    from batches a
    join batches b on b.id <> a.id and b.publication <> 'cancelled'
      and b.start_date <= a.end_date and b.end_date >= a.start_date
    join courses c on c.id = b.course_id
    left join venues v on v.id = a.venue_id and v.id = b.venue_id and v.is_exclusive
    left join instructors i on i.id = a.instructor_id and i.id = b.instructor_id
    cross join lateral (values ('venue', v.address), ('instructor', i.name)) as shared (what, name)
    cross join lateral (
      select min(one.day) as day from ${sessionsSql('a')} one join ${sessionsSql('b')} other
        on other.day = one.day and other.start_time < one.end_time and one.start_time < other.end_time
    ) clash
    where a.id = any(${batchIds}::integer[]) and a.publication <> 'cancelled'
      and (b.venue_id = a.venue_id or b.instructor_id = a.instructor_id)
      and shared.name is not null and clash.day is not null
    order by clash.day, a.id, b.id, shared.what`.execute(db);
  return rows;
}

/**
 * For each of the given batches, the other batches of the same course that start on the same day. Cancelled batches are
 * left out.
 */
export async function findSameStarts(
  db: Kysely<Database>,
  batchIds: readonly number[],
): Promise<Array<{ batch_id: number; other_id: number }>> {
  return db
    .selectFrom('batches as a')
    .innerJoin('batches as b', (join) =>
      join
        .onRef('b.course_id', '=', 'a.course_id')
        .onRef('b.start_date', '=', 'a.start_date')
        .onRef('b.id', '<>', 'a.id'),
    )
    .select(['a.id as batch_id', 'b.id as other_id'])
    .where('a.id', 'in', batchIds)
    .where('b.publication', '<>', 'cancelled')
    .orderBy('b.id')
    .execute();
}

/**
 * For each of the given batches, the other batches of the same course that have a day in common with it. The given
 * batches and cancelled ones are left out.
 */
export async function findOverlaps(
  db: Kysely<Database>,
  batchIds: readonly number[],
): Promise<Array<{ id: number; batch_id: number; start_date: string; end_date: string }>> {
  return db
    .selectFrom('batches as a')
    .innerJoin('batches as b', (join) =>
      join
        .onRef('b.course_id', '=', 'a.course_id')
        .onRef('b.start_date', '<=', 'a.end_date')
        .onRef('b.end_date', '>=', 'a.start_date'),
    )
    .select(['a.id', 'b.id as batch_id', 'b.start_date', 'b.end_date'])
    .where('a.id', 'in', batchIds)
    .where('b.id', 'not in', batchIds)
    .where('b.publication', '<>', 'cancelled')
    .orderBy('b.start_date')
    .orderBy('b.id')
    .execute();
}

/**
 * Counts the other batches of the same courses, without cancelled ones. A batch counts if it has a day in the period
 * from the first to the last day of the given batches of its course.
 */
export async function countInPeriod(db: Kysely<Database>, batchIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select course_id, min(start_date) as first, max(end_date) as last from batches
      where id = any(${batchIds}::integer[]) group by course_id) period
    join batches b on b.course_id = period.course_id and b.start_date <= period.last and b.end_date >= period.first
    where b.id <> all(${batchIds}::integer[]) and b.publication <> 'cancelled'`.execute(db);
  return rows[0]?.count ?? 0;
}

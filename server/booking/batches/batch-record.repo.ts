import { type Kysely, sql } from 'kysely';
import type { BatchClash, BatchRecord, CalendarBatch, CalendarOptions } from '../../../contract/staff/batches.ts';
import type { Database } from '../../db/schema.ts';
import { readAffected } from './affected.repo.ts';
import { readSessions } from './batch-change.repo.ts';
import { type ListedBatch, listBatchesSql } from './batch-list.repo.ts';
import { batchState } from './batch-state.ts';
import { findClashes } from './clashes.repo.ts';

const historyLength = 50;

type Range = { from: string; to: string; course_id?: number; venue_id?: string; instructor_id?: string };

/**
 * The clashes of the given batches, by batch id: other batches that need the same venue or instructor at the same time.
 */
export async function clashesById(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, BatchClash[]>> {
  const clashes = new Map<number, BatchClash[]>();
  for (const { batch_id, other_id, other_course, other_start, other_end, ...shared } of await findClashes(db, ids)) {
    const other = { batch_id: other_id, course_name: other_course, start_date: other_start, end_date: other_end };
    clashes.set(batch_id, [...(clashes.get(batch_id) ?? []), { ...other, ...shared }]);
  }
  return clashes;
}

function toCalendarBatch(batch: ListedBatch, clashes: BatchClash[], today: string): CalendarBatch {
  const { venue_id, venue_address, instructor_id, instructor, status: _, publication: __, ...row } = batch;
  return {
    ...row,
    state: batchState(batch, today),
    venue: venue_id === null ? null : { id: venue_id, address: venue_address ?? venue_id },
    instructor: instructor_id === null ? null : { id: instructor_id, name: instructor ?? instructor_id },
    clashes,
  };
}

async function readRows(
  db: Kysely<Database>,
  filter: Parameters<typeof listBatchesSql>[0],
  today: string,
): Promise<CalendarBatch[]> {
  const { rows } = await listBatchesSql(filter).execute(db);
  const clashes = await clashesById(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCalendarBatch(row, clashes.get(row.id) ?? [], today));
}

/** The batches that overlap the range of days, with their seats and clashes, sorted by first day. */
export function listCalendar(db: Kysely<Database>, range: Range, today: string): Promise<CalendarBatch[]> {
  const { from, to, course_id, venue_id, instructor_id } = range;
  const filter = { from, until: to, courseId: course_id, venueId: venue_id, instructorId: instructor_id };
  return readRows(db, filter, today);
}

async function readHistory(db: Kysely<Database>, id: number): Promise<BatchRecord['history']> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'command as action', 'reason', 'before', 'after'])
    .where('subject', '=', `batch:${id}`)
    // Changes of attendance are far more frequent than changes of the batch, so leave them out of its history. The
    // roster and the audit log show them.
    .where('command', '<>', 'roster attendance')
    .where(sql<boolean>`(before is not null or after is not null)`)
    .orderBy('id', 'desc')
    .limit(historyLength)
    .execute();
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

/** One batch with everything that its page in the console shows; undefined if there is no such batch. */
export async function readBatchRecord(
  db: Kysely<Database>,
  id: number,
  today: string,
): Promise<BatchRecord | undefined> {
  const [batch] = await readRows(db, { batchId: id }, today);
  if (!batch) return undefined;
  const affected = await readAffected(db, id);
  const booked = affected.filter(({ kind }) => kind === 'booking').length;
  const run = await db
    .selectFrom('batch_runs')
    .select('id')
    .where('batch_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return {
    ...batch,
    sessions: await readSessions(db, id),
    students: { booked, paying: affected.length - booked },
    run_id: run?.id ?? null,
    history: await readHistory(db, id),
  };
}

/** The active courses, venues and instructors, sorted by name. Staff choose from them for a new batch. */
export async function readOptions(
  db: Kysely<Database>,
): Promise<Pick<CalendarOptions, 'courses' | 'venues' | 'instructors'>> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name', 'duration', 'duration_unit'])
    .where('is_active', '=', true)
    .orderBy('course_name')
    .execute();
  const venues = await db
    .selectFrom('venues')
    .select(['id', 'address', 'is_exclusive'])
    .where('is_active', '=', true)
    .orderBy('address')
    .execute();
  const instructors = await db
    .selectFrom('instructors')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute();
  return { courses: courses.map((course) => ({ ...course, duration: Number(course.duration) })), venues, instructors };
}

import { type Kysely, sql } from 'kysely';
import type { BatchSession } from '../../../contract/days.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { PlannedBatch } from '../files/plan-batches.ts';
import { isSame } from './merge-fields.ts';

/**
 * The fields of a batch that both the content files and staff may set. `office_seats` is null if the content files do
 * not set it.
 */
export type BatchFields = {
  start_date: string;
  end_date: string;
  status: 'open' | 'closed';
  publication: PlannedBatch['publication'];
  capacity: number;
  office_seats: number | null;
  venue_id: string | null;
  instructor_id: string | null;
  sessions: BatchSession[];
};

/**
 * A batch in the database. `claimed`: the number of seats that are booked or held online. `office_seats`: the number of
 * seats kept for the office. `taken`: the sum of both.
 */
export type CurrentBatch = BatchFields & {
  id: number;
  course_id: number;
  content_key: string | null;
  taken: number;
  claimed: number;
  office_seats: number;
};

/** The key under which a batch is recorded in `content_rows`. `key` is the batch's key in the content. */
export const keyOf = (courseId: number, key: string) => `${courseId}/${key}`;

/**
 * The key under which a batch that staff created is exported. When the export is loaded, the batch is found by
 * this key.
 */
export const staffBatchKey = (id: number) => `batch-${id}`;

/** Locks all batches until the transaction ends, and returns them. Meanwhile, no seat can be taken or released. */
export async function lockBatches(tx: Tx): Promise<CurrentBatch[]> {
  await sql`select id from batches order by id for no key update`.execute(tx);
  return readBatches(tx);
}

/** All batches, with their sessions and seats. */
export async function readBatches(db: Kysely<Database>): Promise<CurrentBatch[]> {
  const { rows } = await sql<CurrentBatch>`
    select b.id, b.course_id, b.content_key, b.start_date, b.end_date, b.status, b.publication, b.capacity, b.taken,
      b.venue_id, b.instructor_id, coalesce(s.office, 0) as office_seats, coalesce(s.claimed, 0) as claimed,
      coalesce(t.sessions, '[]') as sessions
    from batches b
    left join (select batch_id, coalesce(sum(seats) filter (where kind = 'office'), 0)::integer as office,
      coalesce(sum(seats) filter (where kind <> 'office'), 0)::integer as claimed
      from seat_claims group by batch_id) s on s.batch_id = b.id
    left join (select batch_id, jsonb_agg(jsonb_build_object('day', day, 'start_time', to_char(start_time, 'HH24:MI'),
      'end_time', to_char(end_time, 'HH24:MI')) order by day, start_time) as sessions
      from batch_sessions group by batch_id) t on t.batch_id = b.id
    order by b.id`.execute(db);
  return rows;
}

type NewBatch = PlannedBatch & { course_id: number };

/**
 * Adds batches in the order of their dates. The seats that are kept for the office, or that the office had sold before
 * the batch was first loaded, are stored as taken by the office (a row of `seat_claims`).
 */
export async function insertBatches(tx: Tx, added: readonly NewBatch[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ office_seats, sold_before, ...batch }) => ({
    ...batch,
    office: office_seats ?? sold_before,
  }));
  await sql`
    with planned as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (course_id integer, key text, start_date date,
        end_date date, status text, publication text, capacity integer, office integer, venue_id text, instructor_id text,
        sessions jsonb)
    ), added as (
      insert into batches (course_id, content_key, start_date, end_date, status, publication, capacity, taken, venue_id,
        instructor_id)
      select course_id, key, start_date, end_date, status, publication, capacity, office, venue_id, instructor_id
      from planned order by start_date, course_id
      returning id, course_id, content_key, taken
    ), office as (
      insert into seat_claims (batch_id, kind, seats) select id, 'office', taken from added where taken > 0
    )
    insert into batch_sessions (batch_id, day, start_time, end_time)
    select a.id, s.day, s.start_time, s.end_time from added a
    join planned p on p.course_id = a.course_id and p.key = a.content_key
    cross join lateral jsonb_to_recordset(p.sessions) as s (day date, start_time time, end_time time)`.execute(tx);
}

export type Update = { id: number; current: CurrentBatch; target: BatchFields };

/**
 * Updates batches. The sessions of a batch and the number of its seats kept for the office are only replaced if they
 * differ from the stored ones.
 */
export async function updateBatches(tx: Tx, updates: readonly Update[]): Promise<void> {
  for (const { id, current, target } of updates) {
    const { sessions, office_seats, ...fields } = target;
    const office = office_seats ?? current.office_seats;
    const taken = current.taken - current.office_seats + office;
    await tx
      .updateTable('batches')
      .set({ ...fields, taken })
      .where('id', '=', id)
      .execute();
    if (office !== current.office_seats) await replaceOfficeSeats(tx, id, office);
    if (!isSame(sessions, current.sessions)) await replaceSessions(tx, id, sessions);
  }
}

async function replaceOfficeSeats(tx: Tx, id: number, seats: number): Promise<void> {
  await tx.deleteFrom('seat_claims').where('batch_id', '=', id).where('kind', '=', 'office').execute();
  if (seats > 0) await tx.insertInto('seat_claims').values({ batch_id: id, kind: 'office', seats }).execute();
}

async function replaceSessions(tx: Tx, id: number, sessions: readonly BatchSession[]): Promise<void> {
  await tx.deleteFrom('batch_sessions').where('batch_id', '=', id).execute();
  if (sessions.length > 0)
    await tx
      .insertInto('batch_sessions')
      .values(sessions.map((session) => ({ batch_id: id, ...session })))
      .execute();
}

/** Picks the fields that both the content files and staff may set. */
export function fieldsOf(batch: BatchFields): BatchFields {
  const { start_date, end_date, status, publication, capacity, office_seats, venue_id, instructor_id, sessions } =
    batch;
  return { start_date, end_date, status, publication, capacity, office_seats, venue_id, instructor_id, sessions };
}

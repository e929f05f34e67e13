import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import type { BatchDays } from '../../../contract/batch.ts';
import type { BatchSession, CourseLength } from '../../../contract/days.ts';
import { expandSeries, type Series } from '../../../contract/series.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { releaseOffersInSql } from '../seats.repo.ts';
import { type AffectedStudent, readAffected } from './affected.repo.ts';
import { BatchRefusal } from './batch-refusal.ts';
import { batchState } from './batch-state.ts';
import { movedSessions, usualSessions } from './session-days.ts';

/** Today's date in the academy's time zone, and the academy's days off. */
export type Calendar = { today: string; calendar: AcademyCalendar };

/** A locked batch with the numbers of seats that are booked, held, and kept for the office. */
export type StaffBatch = {
  id: number;
  course_id: number;
  course_name: string;
  start_date: string;
  end_date: string;
  status: 'open' | 'closed';
  publication: 'draft' | 'published' | 'cancelled';
  capacity: number;
  taken: number;
  booked: number;
  held: number;
  office: number;
  length: CourseLength;
};

/**
 * Locks a batch, so that no seat is taken or released until the transaction ends, and releases its expired holds.
 * Returns undefined if there is no batch with this id.
 */
export async function lockBatch(tx: Tx, id: number): Promise<StaffBatch | undefined> {
  await sql`select id from batches where id = ${id} for no key update`.execute(tx);
  await sql`
    with expired as (
      delete from seat_claims where batch_id = ${id} and kind = 'hold' and expires_at <= now() returning seats
    )
    update batches set taken = taken - e.seats from (select sum(seats)::integer as seats from expired) e
    where id = ${id} and e.seats > 0`.execute(tx);
  const seats = (kind: string) =>
    sql`(select coalesce(sum(seats), 0)::integer from seat_claims s where s.batch_id = b.id and s.kind = ${kind})`;
  const { rows } = await sql<StaffBatch>`
    select b.id, b.course_id, c.course_name, b.start_date, b.end_date, b.status, b.publication, b.capacity, b.taken,
      ${seats('booking')} as booked, ${seats('hold')} as held, ${seats('office')} as office,
      jsonb_build_object('duration', c.duration, 'duration_unit', c.duration_unit) as length
    from batches b join courses c on c.id = b.course_id where b.id = ${id}`.execute(tx);
  return rows[0];
}

/** Locks a batch that is not cancelled. @throws BatchRefusal NO_SUCH_BATCH, BATCH_IS_CANCELLED */
export async function requireBatch(tx: Tx, id: number): Promise<StaffBatch> {
  const batch = await lockBatch(tx, id);
  if (!batch) throw new BatchRefusal('NO_SUCH_BATCH', `there is no batch ${id}`);
  if (batch.publication === 'cancelled')
    throw new BatchRefusal('BATCH_IS_CANCELLED', `batch ${id} is cancelled; create a new one`);
  return batch;
}

/**
 * Sets the capacity (number of seats) of a batch. @throws BatchRefusal TOO_FEW_SEATS if more seats are already taken
 */
export async function setCapacity(tx: Tx, id: number, capacity: number): Promise<ChangedBatch> {
  const batch = await requireBatch(tx, id);
  const { taken, booked, held, office } = batch;
  if (capacity === batch.capacity) return { batch, isChanged: false };
  if (capacity < taken)
    throw new BatchRefusal(
      'TOO_FEW_SEATS',
      `batch ${id} (${batch.course_name}, ${batch.start_date}) can't have ${capacity} seats: ${taken} taken (${booked} booked, ${held} held, ${office} kept for the office)`,
    );
  await storeCapacity(tx, id, capacity);
  return { batch, isChanged: true };
}

/**
 * Stores the capacity of a locked batch. It is also stored in `batch_decisions`, because a server of the previous
 * release reads that table, and would otherwise overwrite the capacity with the value in the content folder.
 */
async function storeCapacity(tx: Tx, id: number, capacity: number): Promise<void> {
  await tx.updateTable('batches').set({ capacity }).where('id', '=', id).execute();
  await tx
    .insertInto('batch_decisions')
    .values({ batch_id: id, staff_capacity: capacity })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet({ staff_capacity: capacity }))
    .execute();
}

async function setStatus(tx: Tx, id: number, status: 'open' | 'closed'): Promise<void> {
  await tx.updateTable('batches').set({ status, publication: 'published' }).where('id', '=', id).execute();
  await tx
    .insertInto('batch_decisions')
    .values({ batch_id: id, staff_status: status })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet({ staff_status: status }))
    .execute();
}

/** A batch as it was before a change, and whether the change altered anything. */
export type ChangedBatch = { batch: StaffBatch; isChanged: boolean };

/** Opens a batch, also a draft, for booking. A batch that has started cannot be opened. @throws BatchRefusal */
export async function openBatch(tx: Tx, id: number, today: string): Promise<ChangedBatch> {
  const batch = await requireBatch(tx, id);
  if (batch.publication === 'published' && batch.status === 'open') return { batch, isChanged: false };
  if (batch.start_date <= today)
    throw new BatchRefusal(
      'BATCH_IS_PAST',
      `batch ${id} started on ${batch.start_date}; a batch in the past cannot be opened`,
    );
  await setStatus(tx, id, 'open');
  return { batch, isChanged: true };
}

/** Closes a batch, so that nobody can book it. Payments in progress can still finish. @throws BatchRefusal */
export async function closeBatch(tx: Tx, id: number): Promise<ChangedBatch> {
  const batch = await requireBatch(tx, id);
  if (batch.publication === 'draft')
    throw new BatchRefusal('BATCH_IS_DRAFT', `batch ${id} is a draft, which nobody can book`);
  if (batch.status === 'closed') return { batch, isChanged: false };
  await setStatus(tx, id, 'closed');
  return { batch, isChanged: true };
}

/**
 * Refuses to cancel a batch that has valid certificates: it has taken place, and they can be revoked only on its roster,
 * which a cancelled batch does not have. @throws BatchRefusal
 */
async function requireNoCertificates(tx: Tx, id: number): Promise<void> {
  const valid = tx
    .selectFrom('certificates')
    .select('number')
    .where('batch_id', '=', id)
    .where('revoked_at', 'is', null);
  if (await valid.executeTakeFirst())
    throw new BatchRefusal(
      'BATCH_IS_PAST',
      `batch ${id} has certificates; revoke them first if it has not taken place`,
    );
}

/**
 * Cancels a batch without students. It disappears from the site, but stays in the database. Seats offered to students
 * on its waiting list are released, and the waiting list ends. @throws BatchRefusal
 */
export async function cancelUnbookedBatch(tx: Tx, id: number): Promise<StaffBatch> {
  await requireBatch(tx, id);
  await requireNoCertificates(tx, id);
  await releaseOffersInSql(id).execute(tx);
  const batch = await requireBatch(tx, id);
  if (batch.taken > 0)
    throw new BatchRefusal(
      'BATCH_HAS_STUDENTS',
      `batch ${id} has ${batch.taken} taken seats (${batch.booked} booked, ${batch.held} held, ${batch.office} kept for the ` +
        'office); close it, and settle these seats first',
    );
  await tx.updateTable('batches').set({ publication: 'cancelled', status: 'closed' }).where('id', '=', id).execute();
  return batch;
}

/**
 * Cancels a batch that may have students. It disappears from the site at once, and its waiting list ends.
 * - Booked students keep their seats until they have chosen another batch or a refund (`server/booking/runs`).
 * - Holds are released: a payment that still succeeds finds no seat and is refunded.
 * - Seats kept for the office stay, because nobody knows for whom they are meant.
 * `affected`: the ids of the orders of booked and paying students that staff saw before they confirmed. If the list of
 * these orders has changed since, the batch is not cancelled.
 * @throws BatchRefusal
 */
export async function cancelBatch(tx: Tx, id: number, affected: readonly string[], today: string): Promise<StaffBatch> {
  const { end_date } = await requireBatch(tx, id);
  if (end_date < today) throw new BatchRefusal('BATCH_IS_PAST', `batch ${id} ended on ${end_date}`);
  await requireNoCertificates(tx, id);
  await requireAffected(tx, id, affected);
  await releaseOffersInSql(id).execute(tx);
  const batch = await requireBatch(tx, id);
  await tx.deleteFrom('seat_claims').where('batch_id', '=', id).where('kind', '=', 'hold').execute();
  const taken = batch.taken - batch.held;
  await tx
    .updateTable('batches')
    .set({ publication: 'cancelled', status: 'closed', taken })
    .where('id', '=', id)
    .execute();
  return batch;
}

/**
 * The affected students whom staff were shown before they confirmed the change: the ids of their orders, or only how
 * many there were.
 */
type KnownStudents = readonly string[] | number;

/**
 * Returns the students who have booked the batch or are paying for it.
 * @throws BatchRefusal AFFECTED_CHANGED if their orders, or their number, differ from what staff were shown (`known`)
 */
async function requireAffected(tx: Tx, id: number, known: KnownStudents): Promise<AffectedStudent[]> {
  const affected = await readAffected(tx, id);
  if (typeof known !== 'number') {
    const [seen, current] = [new Set(known), new Set(affected.map(({ order_id }) => order_id))];
    const added = [...current].filter((one) => !seen.has(one)).length;
    const left = [...seen].filter((one) => !current.has(one)).length;
    if (added === 0 && left === 0) return affected;
    throw new BatchRefusal(
      'AFFECTED_CHANGED',
      `the students of batch ${id} have changed: ${added} more, ${left} fewer; look at them before you change it`,
    );
  }
  if (affected.length === known) return affected;
  throw new BatchRefusal(
    'AFFECTED_CHANGED',
    `batch ${id} has ${affected.length} booked or paying students, not ${known}; look at them before you change it`,
  );
}

/** Sets how many seats of a batch are kept for the office. They are not offered online. @throws BatchRefusal */
export async function setOfficeSeats(tx: Tx, id: number, seats: number): Promise<ChangedBatch> {
  const batch = await requireBatch(tx, id);
  const free = batch.capacity - batch.taken + batch.office;
  if (seats === batch.office) return { batch, isChanged: false };
  if (seats > free)
    throw new BatchRefusal(
      'TOO_FEW_SEATS',
      `batch ${id} can have at most ${free} seats kept for the office: ${batch.capacity} seats, ${batch.booked} booked, ${batch.held} held`,
    );
  await tx.deleteFrom('seat_claims').where('batch_id', '=', id).where('kind', '=', 'office').execute();
  if (seats > 0) await tx.insertInto('seat_claims').values({ batch_id: id, kind: 'office', seats }).execute();
  const taken = batch.taken - batch.office + seats;
  await tx.updateTable('batches').set({ taken }).where('id', '=', id).execute();
  return { batch, isChanged: true };
}

/** The sessions of a batch (its days with lessons) in chronological order. */
export async function readSessions(db: Kysely<Database>, id: number): Promise<BatchSession[]> {
  const { rows } = await sql<BatchSession>`
    select day, to_char(start_time, 'HH24:MI') as start_time, to_char(end_time, 'HH24:MI') as end_time
    from batch_sessions where batch_id = ${id} order by day, start_time`.execute(db);
  return rows;
}

/** Replaces the sessions (days with lessons) of a locked batch. */
export async function replaceSessions(tx: Tx, id: number, sessions: readonly BatchSession[]): Promise<void> {
  await tx.deleteFrom('batch_sessions').where('batch_id', '=', id).execute();
  await addSessions(tx, id, sessions);
}

async function addSessions(tx: Tx, id: number, sessions: readonly BatchSession[]): Promise<void> {
  if (sessions.length > 0)
    await tx
      .insertInto('batch_sessions')
      .values(sessions.map((session) => ({ batch_id: id, ...session })))
      .execute();
}

/** A batch to create. Without `end_date`, the last day is computed from the length of the course. */
export type NewBatch = {
  course_id: number;
  start_date: string;
  end_date?: string | undefined;
  capacity: number;
  office_seats?: number | undefined;
  isDraft?: boolean | undefined;
  venue_id?: string | null | undefined;
  instructor_id?: string | null | undefined;
  /** The times of the lessons on each day on which the academy teaches. Without times, the batch has no lessons. */
  times?: Omit<BatchSession, 'day'> | undefined;
  /** Whether dates that do not match the length of the course are accepted. */
  ignoresLength?: boolean | undefined;
};

async function readLength(tx: Tx, courseId: number): Promise<CourseLength> {
  const course = await tx
    .selectFrom('courses')
    .select(['duration', 'duration_unit'])
    .where('id', '=', courseId)
    .executeTakeFirst();
  if (!course) throw new BatchRefusal('NO_SUCH_COURSE', `there is no course ${courseId}`);
  return { duration: Number(course.duration), duration_unit: course.duration_unit };
}

type Place = { venue_id?: string | null | undefined; instructor_id?: string | null | undefined };

/**
 * Checks that the venue and the instructor, if given, exist and are active. Locks their rows, so that nobody can remove
 * or deactivate them until the transaction ends.
 * @throws BatchRefusal NO_SUCH_PLACE if one does not exist or is not active
 */
export async function requirePlace(tx: Tx, { venue_id, instructor_id }: Place): Promise<void> {
  for (const [table, id] of [['venues', venue_id] as const, ['instructors', instructor_id] as const]) {
    if (id === null || id === undefined) continue;
    const place = tx.selectFrom(table).select('is_active').where('id', '=', id).forShare();
    const found = await place.executeTakeFirst();
    if (!found?.is_active) throw new BatchRefusal('NO_SUCH_PLACE', `there is no ${table.slice(0, -1)} ${id}`);
  }
}

function checkDates(
  { start_date, end_date }: BatchDays,
  length: CourseLength,
  { today, calendar }: Calendar,
  ignoresLength: boolean,
) {
  if (start_date <= today)
    throw new BatchRefusal('BATCH_IS_PAST', `${start_date} is not in the future; a batch starts tomorrow or later`);
  if (end_date < start_date) throw new BatchRefusal('WRONG_LENGTH', `${end_date} is before ${start_date}`);
  const fault = ignoresLength ? null : calendar.lengthFault(start_date, end_date, length);
  if (fault) throw new BatchRefusal('WRONG_LENGTH', `${start_date} to ${end_date} ${fault}`);
}

/** Creates batches, all or none. Returns their ids in the given order. @throws BatchRefusal */
export async function createBatches(tx: Tx, batches: readonly NewBatch[], on: Calendar): Promise<number[]> {
  const ids: number[] = [];
  // The batches of a series have the same course, venue and instructor, so read each of these only once.
  const lengths = new Map<number, CourseLength>();
  const places = new Set<string>();
  for (const { course_id, start_date, capacity, office_seats = 0, ...batch } of batches) {
    const length = lengths.get(course_id) ?? (await readLength(tx, course_id));
    lengths.set(course_id, length);
    const end_date = batch.end_date ?? on.calendar.lastDay(start_date, length);
    checkDates({ start_date, end_date }, length, on, batch.ignoresLength ?? false);
    if (office_seats > capacity)
      throw new BatchRefusal(
        'TOO_FEW_SEATS',
        `${office_seats} seats kept for the office are more than all ${capacity} seats`,
      );
    const state = batch.isDraft ? ({ publication: 'draft', status: 'closed' } as const) : ({ status: 'open' } as const);
    const place = { venue_id: batch.venue_id ?? null, instructor_id: batch.instructor_id ?? null };
    if (!places.has(JSON.stringify(place))) await requirePlace(tx, place);
    places.add(JSON.stringify(place));
    const row = { course_id, start_date, end_date, capacity, taken: office_seats, ...state, ...place };
    const { id } = await tx.insertInto('batches').values(row).returning('id').executeTakeFirstOrThrow();
    if (office_seats > 0)
      await tx.insertInto('seat_claims').values({ batch_id: id, kind: 'office', seats: office_seats }).execute();
    const sessions = batch.times ? usualSessions({ start_date, end_date }, batch.times, on.calendar) : [];
    await addSessions(tx, id, sessions);
    ids.push(id);
  }
  return ids;
}

/**
 * Computes, without storing anything, the batches that a series would create and those that it would leave out.
 * @throws BatchRefusal
 */
export async function previewSeries(tx: Tx, courseId: number, series: Series, calendar: AcademyCalendar) {
  return expandSeries(series, await readLength(tx, courseId), calendar);
}

/** The new dates of a batch. Without `end_date`, the last day is computed from the length of the course. */
type BatchMove = {
  start_date: string;
  end_date?: string | undefined;
  ignoresLength?: boolean | undefined;
  /** The dates of the batch that staff were shown. The move is refused if they have changed since. */
  before?: BatchDays | undefined;
  /** The affected students whom staff were shown. The move is refused if they have changed since. */
  affected: KnownStudents;
};

/**
 * Moves a batch to other dates, or extends it. Its sessions move along, except those before today. Booked students keep
 * their seats and see the new dates in My Courses and My Orders. Their receipts keep the dates that were bought.
 * Returns the affected students, who must be notified. @throws BatchRefusal
 */
export async function moveBatch(
  tx: Tx,
  id: number,
  { start_date, ignoresLength = false, ...move }: BatchMove,
  on: Calendar,
): Promise<{ batch: StaffBatch; after: BatchDays; affected: AffectedStudent[] }> {
  const batch = await requireBatch(tx, id);
  const isRunning = batchState(batch, on.today) === 'running';
  if (batch.end_date < on.today) throw new BatchRefusal('BATCH_IS_PAST', `batch ${id} ended on ${batch.end_date}`);
  const end_date = move.end_date ?? on.calendar.lastDay(start_date, batch.length);
  const after = { start_date, end_date };
  // After a batch has started, only its last day can change.
  if (isRunning && (start_date !== batch.start_date || end_date < on.today))
    throw new BatchRefusal('BATCH_IS_PAST', `batch ${id} has started; only its last day can change, to today or later`);
  const before = { start_date: batch.start_date, end_date: batch.end_date };
  // If the response to a move was lost and the move is repeated, the batch already has the new dates. That is no
  // conflict.
  if (move.before && !isDeepStrictEqual(before, move.before) && !isDeepStrictEqual(before, after))
    throw new BatchRefusal(
      'BATCH_DATES_CHANGED',
      `the dates of this batch have changed since you opened this page: now ${before.start_date} to ${before.end_date}. ` +
        'Nothing was saved; what you typed is still here',
    );
  checkDates(after, batch.length, isRunning ? { ...on, today: '' } : on, ignoresLength);
  const affected = await requireAffected(tx, id, move.affected);
  const sessions = await readSessions(tx, id);
  await tx.updateTable('batches').set(after).where('id', '=', id).execute();
  await tx.updateTable('enrolments').set(after).where('batch_id', '=', id).execute();
  const planned = movedSessions(sessions, before, after, on.calendar);
  const isPast = ({ day }: BatchSession) => day < on.today;
  // Keep the past sessions of a running batch. Planning them again could give other days, because the days off may have
  // changed since the batch started.
  const given = isRunning ? [...sessions.filter(isPast), ...planned.filter((one) => !isPast(one))] : planned;
  await replaceSessions(tx, id, given);
  return { batch, after, affected };
}

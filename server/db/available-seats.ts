import { type RawBuilder, sql } from 'kysely';
import { maxWaitingOffers } from '../../contract/limits.ts';

/**
 * Who looks at the seats of batches. `studentId` is null for a visitor. For a student, seats that the student holds or
 * that are offered to the student count as free. `today` is the date in the academy's time zone.
 */
export type Viewer = { today: string; studentId: string | null };

/** How many seats of a batch somebody needs. */
export type SeatDemand = { batch_id: number; seats: number };

/**
 * A locked batch. `capacity` is its number of seats, and `free` is how many of them are free. `trouble` says why it
 * cannot be booked even if seats are free; null if it can. Some of the free seats may be reserved for the waiting list.
 */
export type OpenBatch = { batch_id: number; trouble: 'started' | 'closed' | null; capacity: number; free: number };

/** The number of free seats of a batch that must be offered to the waiting list before anybody else may have them. */
export type ReservedSeats = { batch_id: number; reserved: number };

/**
 * A seat offered to a student who was on the waiting list. `is_held`: the offer holds the seat. `is_reserved`: the seat
 * is free, because the student's order for it has ended unpaid, but still reserved for the waiting list
 * (`ReservedSeats`). Both are false while an order holds the seat.
 */
export type SeatOffer = {
  student_id: string;
  entry_id: number;
  batch_id: number;
  is_held: boolean;
  is_reserved: boolean;
};

const expiredIn = (batch: RawBuilder<unknown>) => sql`coalesce((select sum(late.seats)::integer from seat_claims late
  where late.batch_id = ${batch} and late.kind = 'hold' and late.expires_at <= now()), 0)`;

/**
 * SQL: whether waiting list entry `e` can be booked at present: its student may book, and its course or package is on
 * sale. A package must still consist of the courses for which the student has chosen batches.
 */
export const canBeBookedSql = sql<boolean>`((select s.allowed_booking from students s where s.id = e.student_id)
  and case when e.package_id is null then (select k.is_active from courses k where k.id = e.course_id)
    else (select p.is_active from packages p where p.id = e.package_id)
      and array(select pc.course_id from package_courses pc where pc.package_id = e.package_id order by 1)
        = array(select mine.course_id from waiting_entry_batches mine where mine.entry_id = e.id order by 1) end)`;

/**
 * SQL: whether waiting list entry `e` must get seats before anybody else. The entry must be bookable
 * (`canBeBookedSql`).
 * - A waiting entry must get seats if its student has fewer than `maxWaitingOffers` offers.
 * - An entry with a valid offer must get seats again if the student's order for the offered seats has ended unpaid.
 */
export const wantsSeatsSql = sql<boolean>`(${canBeBookedSql} and case e.state
  when 'waiting' then (select count(*) from waiting_entries mine
    where mine.student_id = e.student_id and mine.state = 'offered') < ${sql.lit(maxWaitingOffers)}
  when 'offered' then e.offer_until > now()
    and (select count(*) from seat_claims c where c.waiting_entry_id = e.id and c.expires_at > now())
      < cardinality(e.batch_ids)
    and not exists (select from seat_claims c where c.order_id = e.order_id and (c.kind = 'booking' or c.expires_at > now()))
  else false end)`;

/**
 * SQL: whether every batch of waiting list entry `e` can be booked and has a free seat. `except` is SQL for the id of a
 * batch that is not checked.
 */
export const canHaveSetSql = (except: RawBuilder<unknown> = sql`null`) => sql<boolean>`not exists (
  select from waiting_entry_batches w join batches other on other.id = w.batch_id
  where w.entry_id = e.id and w.batch_id is distinct from ${except}
    and (other.status = 'closed' or other.capacity - other.taken + ${expiredIn(sql`other.id`)} < 1))`;

/** SQL: whether the seats that were offered to waiting list entry `e` are now held by an order that awaits payment. */
export const isOrderedSql = sql<boolean>`exists (select from orders o
  where o.id = e.order_id and o.state = 'awaiting_payment')`;

/**
 * SQL for the number of seats of the batch that are reserved for its waiting list: one for each entry that must be
 * offered a seat before anybody else can book it. An entry for several batches counts only if its other batches have
 * free seats too. `condition` is an SQL condition on the entries `e` to count.
 */
export const reservedSeatsSql = (batch: RawBuilder<unknown>, condition: RawBuilder<unknown> = sql`true`) =>
  sql<number>`(select count(*)::integer from waiting_entry_batches reserved join waiting_entries e on e.id = reserved.entry_id
    where reserved.batch_id = ${batch} and e.state <> 'ended' and ${condition}
      and ${wantsSeatsSql} and ${canHaveSetSql(batch)})`;

const ownEntriesSql = (student: string | RawBuilder<unknown>) => sql`(select mine.id from waiting_entries mine
  where mine.student_id = ${student} and mine.state = 'offered')`;

/**
 * SQL for a derived table `(batch_id, expired, own)` of seats that are counted as taken but can still be booked. Left
 * join it as `spare`.
 * - `expired`: seats of expired holds.
 * - `own`: seats that the student's unpaid order holds, or that are offered to the student; none if `studentId` is
 *   null.
 */
export function spareSeatsSql(studentId: string | null): RawBuilder<unknown> {
  const own = studentId
    ? sql`(s.order_id = (select o.id from orders o where o.student_id = ${studentId} and o.state = 'awaiting_payment')
        or s.waiting_entry_id in ${ownEntriesSql(studentId)})`
    : sql`false`;
  return sql`(select s.batch_id, sum(s.seats) filter (where s.expires_at <= now())::integer as expired,
      sum(s.seats) filter (where s.expires_at > now())::integer as own from seat_claims s
    where s.kind = 'hold' and (s.expires_at <= now() or ${own}) group by s.batch_id)`;
}

/**
 * SQL for the number of seats of batch `b` that the student (null: a visitor) can book. A free seat that is reserved
 * for the student's own waiting list offer is counted too. The query around it must have the tables `b` (batches) and
 * `spare` (`spareSeatsSql` for the same student).
 */
export function availableSeatsSql(studentId: string | null): RawBuilder<number> {
  const free = sql`b.capacity - b.taken + coalesce(spare.expired, 0)`;
  const open = sql`greatest(${free} - ${reservedSeatsSql(sql`b.id`)}, 0)`;
  const own = sql`coalesce(spare.own, 0)`;
  if (studentId === null) return sql<number>`(${open} + ${own})`;
  // Few students have been offered seats from a waiting list. So first check once whether this student has, and only
  // then count the offered seats of each batch.
  const reservedForStudent = sql`case when exists ${ownEntriesSql(studentId)}
    then ${reservedSeatsSql(sql`b.id`, sql`e.student_id = ${studentId} and e.state = 'offered'`)} else 0 end`;
  return sql<number>`(least(${free}, ${open} + ${reservedForStudent}) + ${own})`;
}

/**
 * SQL condition for `reservedSeatsSql`: whether waiting list entry `e` gets a seat of the batch before `student`. An
 * entry of another student does if it has an offer, or if it is older than every entry that `student` has for the
 * batch. The student's own entries never do.
 */
export const goesBeforeSql = (student: string | RawBuilder<unknown>) =>
  sql<boolean>`(e.student_id is distinct from ${student} and (e.state = 'offered' or not exists (
    select from waiting_entries own join waiting_entry_batches of_own on of_own.entry_id = own.id
    where own.student_id = ${student} and own.state <> 'ended' and of_own.batch_id = reserved.batch_id
      and own.id < e.id)))`;

/**
 * SQL for the number of seats of batch `b` that staff can book for a student. If the student is first on the waiting
 * list, a free seat counts even before it is offered, unlike in `availableSeatsSql`: while online booking is closed, no
 * offers are made. The query around it must have the same tables as for `availableSeatsSql`.
 */
export function availableToStaffSql(studentId: string): RawBuilder<number> {
  const free = sql`b.capacity - b.taken + coalesce(spare.expired, 0)`;
  const open = sql`${free} - ${reservedSeatsSql(sql`b.id`, goesBeforeSql(studentId))}`;
  const ofStudent = sql`e.student_id = ${studentId} and e.state = 'offered'`;
  const offered = sql`least(${free}, ${reservedSeatsSql(sql`b.id`, ofStudent)}, 1)`;
  return sql<number>`(greatest(${open}, ${offered}, 0) + coalesce(spare.own, 0))`;
}

/**
 * SQL for the number of seats of batch `b` that `student` can book. It returns the same number as `availableSeatsSql`,
 * but needs no join and reads only the index entries of this batch. `student` is an id, or an SQL column of a table
 * that is not called `hold`, `own`, `e` or `reserved`.
 */
export function availableSeatsForSql(student: string | RawBuilder<unknown>): RawBuilder<number> {
  const seatsIn = (holds: RawBuilder<unknown>) => sql`coalesce((select sum(hold.seats)::integer from ${holds}), 0)`;
  const ofStudent = sql`e.student_id = ${student} and e.state = 'offered'`;
  // Without `offset 0`, PostgreSQL would count the free and the reserved seats again at each place where the query
  // uses them.
  return sql<number>`((select least(seats.free, greatest(seats.free - seats.reserved, 0) + seats.reserved_for_student)
      from (select b.capacity - b.taken + ${expiredIn(sql`b.id`)} as free, ${reservedSeatsSql(sql`b.id`)} as reserved,
        ${reservedSeatsSql(sql`b.id`, ofStudent)} as reserved_for_student offset 0) seats)
    + ${seatsIn(sql`orders own join seat_claims hold on hold.order_id = own.id
        where own.student_id = ${student} and own.state = 'awaiting_payment'
          and hold.batch_id = b.id and hold.kind = 'hold' and hold.expires_at > now()`)}
    + ${seatsIn(sql`waiting_entries own join seat_claims hold on hold.waiting_entry_id = own.id
        where own.student_id = ${student} and own.state = 'offered'
          and hold.batch_id = b.id and hold.expires_at > now()`)})`;
}

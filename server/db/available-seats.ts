import { type RawBuilder, sql } from 'kysely';

/**
 * Who looks at the seats of batches. `studentId` is null for a visitor. A student's own holds do not reduce the seats
 * that they see. `today` is the date in the academy's time zone.
 */
export type Viewer = { today: string; studentId: string | null };

/** How many seats of a batch somebody needs. */
export type SeatDemand = { batch_id: number; seats: number };

/**
 * A locked batch: its number of seats, its free seats, and `trouble` if it can't be booked even with free seats.
 */
export type OpenBatch = { batch_id: number; trouble: 'started' | 'closed' | null; capacity: number; free: number };

/**
 * SQL for the seats that are counted as taken but can still be booked: those of expired holds, and those held by the
 * student's own unpaid order (none if `studentId` is null). It is a derived table `(batch_id, seats)`, to be left
 * joined as `spare`.
 */
export function spareSeatsSql(studentId: string | null): RawBuilder<unknown> {
  const own = studentId
    ? sql`or s.order_id = (select o.id from orders o where o.student_id = ${studentId} and o.state = 'awaiting_payment')`
    : sql``;
  return sql`(select s.batch_id, sum(s.seats)::integer as seats from seat_claims s
    where s.kind = 'hold' and (s.expires_at <= now() ${own}) group by s.batch_id)`;
}

/** SQL for the seats of batch `b` that can be booked. Needs the tables `b` (batches) and `spare` (`spareSeatsSql`). */
export const availableSeatsSql = sql<number>`(b.capacity - b.taken + coalesce(spare.seats, 0))`;

/**
 * SQL for the seats of batch `b` that `student` can book. Unlike `availableSeatsSql` it needs no join and reads only
 * this batch's index entries. `student` is an id or an SQL column, whose table must be called neither `hold` nor `own`.
 */
export function availableSeatsForSql(student: string | RawBuilder<unknown>): RawBuilder<number> {
  const seatsIn = (holds: RawBuilder<unknown>) => sql`coalesce((select sum(hold.seats)::integer from ${holds}), 0)`;
  return sql<number>`(b.capacity - b.taken
    + ${seatsIn(sql`seat_claims hold where hold.batch_id = b.id and hold.kind = 'hold' and hold.expires_at <= now()`)}
    + ${seatsIn(sql`orders own join seat_claims hold on hold.order_id = own.id
        where own.student_id = ${student} and own.state = 'awaiting_payment'
          and hold.batch_id = b.id and hold.kind = 'hold' and hold.expires_at > now()`)})`;
}

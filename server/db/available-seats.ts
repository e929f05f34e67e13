import { type RawBuilder, sql } from 'kysely';

/**
 * Seats that `taken` counts but nobody keeps: expired holds, and the live holds of the asking student's unpaid order.
 * A derived table `(batch_id, seats)` to join as `spare`; `null` is a visitor.
 */
export function spareSeats(studentId: string | null): RawBuilder<unknown> {
  const own = studentId
    ? sql`or s.order_id = (select o.id from orders o where o.student_id = ${studentId} and o.state = 'awaiting_payment')`
    : sql``;
  return sql`(select s.batch_id, sum(s.seats)::integer as seats from seat_claims s
    where s.kind = 'hold' and (s.expires_at <= now() ${own}) group by s.batch_id)`;
}

/** Seats that can be booked; needs the tables `b` (batches) and `spare` (`spareSeats`, left joined). */
export const availableSeats = sql<number>`(b.capacity - b.taken + coalesce(spare.seats, 0))`;

/**
 * The same seats of batch `b` alone, each look at an index: `student` is an id, or a column that has it and is called
 * neither `hold` nor `own`.
 */
export function availableTo(student: string | RawBuilder<unknown>): RawBuilder<number> {
  const spare = (holds: RawBuilder<unknown>) => sql`coalesce((select sum(hold.seats)::integer from ${holds}), 0)`;
  return sql<number>`(b.capacity - b.taken
    + ${spare(sql`seat_claims hold where hold.batch_id = b.id and hold.kind = 'hold' and hold.expires_at <= now()`)}
    + ${spare(sql`orders own join seat_claims hold on hold.order_id = own.id
        where own.student_id = ${student} and own.state = 'awaiting_payment'
          and hold.batch_id = b.id and hold.kind = 'hold' and hold.expires_at > now()`)})`;
}

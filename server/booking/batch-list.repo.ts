import { type RawBuilder, sql } from 'kysely';

/** A row of the staff's list of batches. `free` includes seats whose hold for an unpaid order has expired. */
export type ListedBatch = {
  id: number;
  course_id: number;
  course_name: string;
  start_date: string;
  end_date: string;
  status: string;
  capacity: number;
  booked: number;
  held: number;
  /** Whether unpaid orders hold more than a quarter of the batch's seats, and more than two seats. */
  has_many_holds: boolean;
  office: number;
  free: number;
};

/**
 * SQL that selects the batches of one course or of all, by start date. `from`: only batches that end on this day or
 * later (a date in the academy's time zone). `hasManyHolds`: only batches with `has_many_holds`, the usual maximum for
 * one IP address (decision 117, "Limit unpaid holds by order, student and address").
 */
export function listBatchesSql({
  courseId,
  from,
  hasManyHolds,
}: {
  courseId?: number | undefined;
  from?: string;
  hasManyHolds?: boolean;
}): RawBuilder<ListedBatch> {
  const ofCourse = courseId === undefined ? sql`` : sql`and b.course_id = ${courseId}`;
  const since = from === undefined ? sql`` : sql`and b.end_date >= ${from}::date`;
  const seats = (condition: RawBuilder<unknown>) => sql`coalesce(sum(s.seats) filter (where ${condition}), 0)::integer`;
  const expired = sql`s.kind = 'hold' and s.expires_at <= now()`;
  const held = seats(sql`s.kind = 'hold' and s.expires_at > now()`);
  const manyHolds = sql`${held} > greatest(2, b.capacity / 4)`;
  return sql<ListedBatch>`
    select b.id, b.course_id, c.course_name, b.start_date, b.end_date, b.status, b.capacity,
      ${seats(sql`s.kind = 'booking'`)} as booked,
      ${held} as held, ${manyHolds} as has_many_holds,
      ${seats(sql`s.kind = 'office'`)} as office,
      b.capacity - b.taken + ${seats(expired)} as free
    from batches b join courses c on c.id = b.course_id left join seat_claims s on s.batch_id = b.id
    where true ${ofCourse} ${since}
    group by b.id, c.course_name ${hasManyHolds ? sql`having ${manyHolds}` : sql``} order by b.start_date, b.id`;
}

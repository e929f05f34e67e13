import { type RawBuilder, sql } from 'kysely';

/** A row of the staff's list of batches. Seats whose hold has expired are counted as `free`. */
export type ListedBatch = {
  id: number;
  course_id: number;
  course_name: string;
  start_date: string;
  end_date: string;
  status: 'open' | 'closed';
  publication: 'draft' | 'published' | 'cancelled';
  /** The times of the sessions, such as `09:00-17:00`; `various` if they differ; null if the batch has no sessions. */
  times: string | null;
  venue_id: string | null;
  venue_address: string | null;
  instructor_id: string | null;
  instructor: string | null;
  capacity: number;
  booked: number;
  held: number;
  /** Whether unpaid orders hold more than a quarter of the batch's seats, and more than two seats. */
  has_many_holds: boolean;
  office: number;
  free: number;
};

/**
 * SQL that selects batches, sorted by start date: one batch, those of one course, venue or instructor, or all. `from`,
 * `until`: only batches that end on `from` or later and start on `until` or earlier (dates in the academy's time zone).
 * `hasManyHolds`: only batches with `has_many_holds`, in which unpaid orders hold more seats than one IP address may
 * hold by default (decision 117, "Limit unpaid holds by order, student and address").
 */
export function listBatchesSql({
  batchId,
  courseId,
  from,
  until,
  venueId,
  instructorId,
  hasManyHolds,
}: {
  batchId?: number | undefined;
  courseId?: number | undefined;
  from?: string | undefined;
  until?: string | undefined;
  venueId?: string | undefined;
  instructorId?: string | undefined;
  hasManyHolds?: boolean;
}): RawBuilder<ListedBatch> {
  const one = batchId === undefined ? sql`` : sql`and b.id = ${batchId}`;
  const ofCourse = courseId === undefined ? sql`` : sql`and b.course_id = ${courseId}`;
  const since = from === undefined ? sql`` : sql`and b.end_date >= ${from}::date`;
  const before = until === undefined ? sql`` : sql`and b.start_date <= ${until}::date`;
  const atVenue = venueId === undefined ? sql`` : sql`and b.venue_id = ${venueId}`;
  // Only batches in which unpaid orders hold seats can match the filter `hasManyHolds`. They are few, so count seats
  // only in them.
  const withHolds = hasManyHolds
    ? sql`and b.id in (select batch_id from seat_claims where kind = 'hold' and expires_at > now() and order_id is not null)`
    : sql``;
  const byInstructor = instructorId === undefined ? sql`` : sql`and b.instructor_id = ${instructorId}`;
  const seats = (condition: RawBuilder<unknown>) => sql`coalesce(sum(s.seats) filter (where ${condition}), 0)::integer`;
  const expired = sql`s.kind = 'hold' and s.expires_at <= now()`;
  const held = seats(sql`s.kind = 'hold' and s.expires_at > now()`);
  const ordered = seats(sql`s.kind = 'hold' and s.expires_at > now() and s.order_id is not null`);
  const manyHolds = sql`${ordered} > greatest(2, b.capacity / 4)`;
  return sql<ListedBatch>`
    select b.id, b.course_id, c.course_name, b.start_date, b.end_date, b.status, b.publication, b.capacity,
      b.venue_id, v.address as venue_address, b.instructor_id, i.name as instructor, t.times,
      ${seats(sql`s.kind = 'booking'`)} as booked,
      ${held} as held, ${manyHolds} as has_many_holds,
      ${seats(sql`s.kind = 'office'`)} as office,
      b.capacity - b.taken + ${seats(expired)} as free
    from batches b join courses c on c.id = b.course_id left join seat_claims s on s.batch_id = b.id
    left join instructors i on i.id = b.instructor_id left join venues v on v.id = b.venue_id
    left join lateral (select case when count(distinct (start_time, end_time)) > 1 then 'various'
      else min(to_char(start_time, 'HH24:MI') || '-' || to_char(end_time, 'HH24:MI')) end as times
      from batch_sessions where batch_id = b.id) t on true
    where true ${one} ${ofCourse} ${since} ${before} ${atVenue} ${byInstructor} ${withHolds}
    group by b.id, c.course_name, i.name, v.address, t.times ${hasManyHolds ? sql`having ${manyHolds}` : sql``}
    order by b.start_date, b.id`;
}

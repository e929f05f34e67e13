import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Report } from '../../contract/staff/reports.ts';
import type { Database } from '../db/schema.ts';
import { type Column, isWithin, monthOf, monthsOf, type Period, type Row, toReport } from './report.ts';

const seatColumns: readonly Column[] = [
  { key: 'batches', label: 'Batches', unit: 'count' },
  { key: 'offered', label: 'Seats offered', unit: 'count' },
  { key: 'sold', label: 'Sold', unit: 'count', isPlotted: true },
  { key: 'office', label: 'Kept for the office', unit: 'count', isPlotted: true },
  { key: 'empty', label: 'Empty', unit: 'count', isPlotted: true },
  { key: 'share', label: 'Sold', unit: 'percent', share: ['sold', 'offered'] },
];

/**
 * SQL for the number of seats of the published batches that start in the period, grouped by the SQL expression
 * `group`. Seats that are kept for the office are neither sold nor empty; seats of unpaid orders count as empty.
 */
const seatsSql = ({ from, to }: Period, group: RawBuilder<unknown>) => sql<Row>`
  select ${group} as name, count(*)::integer as batches, sum(b.capacity)::integer as offered, sum(c.sold)::integer as sold,
    sum(c.office)::integer as office, (sum(b.capacity) - sum(c.sold) - sum(c.office))::integer as empty
  from batches b join courses k on k.id = b.course_id
  cross join lateral (select coalesce(sum(s.seats) filter (where s.kind = 'booking'), 0) as sold,
      coalesce(sum(s.seats) filter (where s.kind = 'office'), 0) as office
    from seat_claims s where s.batch_id = b.id) c
  where b.publication = 'published' and b.start_date between ${from} and ${to} group by 1`;

/** Seats that were offered, sold, kept for the office and left empty, by the month in which their batch starts. */
export async function reportSeats(db: Kysely<Database>, period: Period): Promise<Report> {
  const { rows } = await sql<Row>`
    select month, coalesce(batches, 0) as batches, coalesce(offered, 0) as offered, coalesce(sold, 0) as sold,
      coalesce(office, 0) as office, coalesce(empty, 0) as empty
    from ${monthsOf(period)} left join (${seatsSql(period, sql`to_char(b.start_date, 'YYYY-MM')`)}) s on s.name = month
    order by month`.execute(db);
  return toReport([{ key: 'month', label: 'Month', unit: 'month' }, ...seatColumns], rows);
}

/** Seats that were offered, sold, kept for the office and left empty, by course. */
export async function reportCourseSeats(db: Kysely<Database>, period: Period): Promise<Report> {
  const seats = seatsSql(period, sql`k.course_name`);
  const { rows } = await sql<Row>`select * from (${seats}) s order by offered desc, name`.execute(db);
  return toReport([{ key: 'name', label: 'Course', unit: 'text' }, ...seatColumns], rows);
}

const enquiryColumns: readonly Column[] = [
  { key: 'month', label: 'Month', unit: 'month' },
  { key: 'enquiries', label: 'Enquiries', unit: 'count', isPlotted: true },
  { key: 'answered', label: 'Answered', unit: 'count' },
  { key: 'booked', label: 'Booked afterwards', unit: 'count', isPlotted: true },
  { key: 'share', label: 'Booked', unit: 'percent', share: ['booked', 'enquiries'] },
];

/**
 * The number of enquiries by month, and how many of them were followed by a booking of the sender. The sender is the
 * student who was signed in or, if nobody was, the student whose email address is in the form.
 */
export async function reportEnquiries(db: Kysely<Database>, period: Period): Promise<Report> {
  const sent = sql`e.created_at`;
  const { rows } = await sql<Row>`
    with sent as (
      select ${monthOf(sent)} as month, e.state, e.created_at, coalesce(e.student_id, s.id) as student_id
      from submissions e left join students s on s.email is not null and lower(s.email) = lower(e.body ->> 'email')
      where e.kind = 'contact' and ${isWithin(sent, period)}
    ), counts as (
      select month, count(*)::integer as enquiries, count(*) filter (where state in ('answered', 'closed'))::integer as answered,
        count(*) filter (where exists (select from orders o where o.student_id = sent.student_id
          and o.completed_at > sent.created_at))::integer as booked
      from sent group by month)
    select month, coalesce(enquiries, 0) as enquiries, coalesce(answered, 0) as answered, coalesce(booked, 0) as booked
    from ${monthsOf(period)} left join counts using (month) order by month`.execute(db);
  return toReport(enquiryColumns, rows);
}

import { type Kysely, sql } from 'kysely';
import type { StaffBookedCourse, StaffOpenBatch } from '../../../contract/staff/orders.ts';
import { availableSeatsSql, availableToStaffSql, spareSeatsSql } from '../../db/available-seats.ts';
import { type DatedDiscount, discountsInEffect, discountsJson, type StoredDiscount } from '../../db/discounts.ts';
import type { Database } from '../../db/schema.ts';

/** Computes the price of a course in paise from its fee and discounts. */
export type PriceCourse = (feePaise: number, discounts: readonly StoredDiscount[]) => { main: number };

/**
 * A batch that can be booked, with its free seats, its seats kept for the office, and the price of its course in paise.
 */
export type OpenBatchOffer = Omit<StaffOpenBatch, 'price'> & { pricePaise: number };

type Row = StaffBookedCourse & { free: number; office: number; fee: number; discounts: DatedDiscount[] };

/**
 * Reads the published and open batches that start on `firstStart` or later, sorted by course and date. `courseId` or
 * `batchId` limits them to one course or one batch. The prices include the discounts that are in effect on `today`. The
 * free seats are those that staff can book for `studentId`, by the same rule as in `openFor`
 * (`server/booking/seats.repo.ts`).
 */
export async function readOpenBatches(
  db: Kysely<Database>,
  {
    today,
    firstStart,
    courseId,
    batchId,
    studentId,
  }: {
    today: string;
    firstStart: string;
    courseId?: number | undefined;
    batchId?: number;
    studentId?: string | undefined;
  },
  price: PriceCourse,
): Promise<OpenBatchOffer[]> {
  const student = studentId ?? null;
  const free = student ? availableToStaffSql(student) : availableSeatsSql(null);
  const { rows } = await sql<Row>`
    select b.id as batch_id, b.course_id, c.course_name, b.start_date, b.end_date, ${free} as free,
      coalesce((select sum(s.seats)::integer from seat_claims s where s.batch_id = b.id and s.kind = 'office'), 0) as office,
      c.total_fee_paise as fee, ${discountsJson(sql`d.course_id = c.id`)} as discounts
    from batches b join courses c on c.id = b.course_id left join ${spareSeatsSql(student)} spare on spare.batch_id = b.id
    where b.publication = 'published' and b.status = 'open' and c.is_active and b.start_date >= ${firstStart}
      and ${courseId ? sql`b.course_id = ${courseId}` : sql`true`} and ${batchId ? sql`b.id = ${batchId}` : sql`true`}
    order by c.course_name, b.start_date, b.id`.execute(db);
  return rows.map(({ fee, discounts, ...batch }) => ({
    ...batch,
    pricePaise: price(fee, discountsInEffect(discounts, today)).main,
  }));
}

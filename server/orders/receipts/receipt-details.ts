import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { academyDetailsSchema, receiptStudentSchema } from '../../../contract/receipt.ts';

/**
 * The parts of a receipt that are stored with the order at its completion, because they come from tables that may
 * change later. Course names, batch dates and prices were already stored with the order's items when it was placed.
 */
export const receiptDetailsSchema = z.object({
  student: receiptStudentSchema,
  academy: academyDetailsSchema,
  /** The provider's id of the payment; null for a free order. */
  reference: z.string().nullable(),
});

/**
 * SQL that takes the next `count` receipt numbers of the year and returns the year and the `last` of them. The year is
 * that of `now()` in the academy's time zone, because `now()` is also the receipt's date. Run it as late as possible:
 * it locks the row of the year until the transaction ends, because receipt numbers must have no gaps.
 */
export const takeReceiptNumbersSql = (count: number): RawBuilder<unknown> => sql`
  insert into receipt_numbers (year, last) values (extract(year from now() at time zone 'Asia/Kolkata'), ${count})
  on conflict (year) do update set last = receipt_numbers.last + excluded.last
  returning year, last`;

/** SQL for the text of a receipt number, such as `LFR-2026-000123`. Both arguments are SQL expressions. */
export const receiptNumberSql = (year: RawBuilder<unknown>, number: RawBuilder<unknown>) =>
  sql`'LFR-' || ${year} || '-' || lpad((${number})::text, greatest(6, length((${number})::text)), '0')`;

/**
 * SQL for `update orders set receipt_details = …`: the receipt details of the updated order, with the current data of
 * the student and the academy. `reference` is a value or an SQL expression.
 */
export function receiptDetailsSql(reference: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
    'student', jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
      'mobile', s.mobile, 'indos_number', s.indos_number),
    'academy', (select body from cms_documents where key = 'receipt'),
    'reference', nullif(${reference}::text, 'none')) from students s where s.id = orders.student_id)`;
}

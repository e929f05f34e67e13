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
 * SQL that takes the next receipt number of the year, in the column `number`. The year is that of `now()` in the
 * academy's time zone, because `now()` is also the receipt's date. Run it as late as possible: it locks the row of the
 * year until the transaction ends, because receipt numbers must have no gaps.
 */
export const takeReceiptNumberSql: RawBuilder<unknown> = sql`
  insert into receipt_numbers (year, last) values (extract(year from now() at time zone 'Asia/Kolkata'), 1)
  on conflict (year) do update set last = receipt_numbers.last + 1
  returning 'LFR-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number`;

/**
 * SQL for `update orders set receipt_details = …`: the receipt details of the updated order, with the current data of
 * the student and the academy.
 */
export function receiptDetailsSql(reference: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
    'student', jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
      'mobile', s.mobile, 'indos_number', s.indos_number),
    'academy', (select body from cms_documents where key = 'receipt'),
    'reference', nullif(${reference}::text, 'none')) from students s where s.id = orders.student_id)`;
}

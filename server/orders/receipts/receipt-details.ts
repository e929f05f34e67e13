import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { academyDetailsSchema, receiptStudentSchema } from '../../../contract/receipt.ts';

/**
 * The parts of a receipt that are stored with the order at its completion, because their tables may change later.
 * Course names, batch dates and prices were already stored with the order's items when it was placed.
 */
export const receiptDetailsSchema = z.object({
  student: receiptStudentSchema,
  academy: academyDetailsSchema,
  /** The provider's id of the payment; null for a free order. */
  reference: z.string().nullable(),
});

/** SQL for `update orders set receipt_details = …`. It reads the current details for the row of `orders`. */
export function receiptDetailsSql(reference: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
    'student', jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
      'mobile', s.mobile, 'indos_number', s.indos_number),
    'academy', (select body from cms_documents where key = 'receipt'),
    'reference', nullif(${reference}::text, 'none')) from students s where s.id = orders.student_id)`;
}

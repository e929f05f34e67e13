import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { academyDetailsSchema, receiptStudentSchema } from '../../contract/receipt.ts';

/**
 * What of a receipt stands in tables that change later, kept with the order at completion. Names of courses, batch dates
 * and prices are kept by the order's items from its placing on.
 */
export const receiptDetailsSchema = z.object({
  student: receiptStudentSchema,
  academy: academyDetailsSchema,
  /** Payment id at the provider; null where nothing was to be paid. */
  reference: z.string().nullable(),
});
export type ReceiptDetails = z.infer<typeof receiptDetailsSchema>;

/** The details as of now, for `update orders set receipt_details = …`: reads the order's own row as `orders`. */
export function detailsOfNow(reference: string): RawBuilder<unknown> {
  return sql`(select jsonb_build_object(
    'student', jsonb_build_object('name', concat_ws(' ', s.first_name, s.last_name), 'email', s.email,
      'mobile', s.mobile, 'indos_number', s.indos_number),
    'academy', (select body from cms_documents where key = 'receipt'),
    'reference', nullif(${reference}::text, 'none')) from students s where s.id = orders.student_id)`;
}

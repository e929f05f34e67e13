import { type Kysely, sql } from 'kysely';
import { type Receipt, receiptStates } from '../../../contract/receipt.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { amountInWords } from './amount-in-words.ts';
import { receiptDetailsSchema } from './receipt-details.ts';

type Line = Omit<Receipt['lines'][number], 'price'> & { price_paise: number };

type ReceiptRow = Pick<Receipt, 'order_id' | 'state' | 'receipt_number' | 'issued_on'> & {
  subtotal_paise: number;
  discount_paise: number;
  total_paise: number;
  details: unknown;
  method: string | null;
  /** The reference that staff entered for a payment at the office. */
  office_reference: string | null;
  lines: Line[];
};

/** SQL for the lines of the receipt of order `o` as they are booked now. */
export const receiptLinesSql = sql`(
  select jsonb_agg(jsonb_build_object('type', i.type, 'name', i.name, 'price_paise', i.price_paise,
    'courses', (select jsonb_agg(jsonb_build_object('name', c.course_name, 'batch_start_date', c.batch_start_date,
        'batch_end_date', c.batch_end_date) order by c.batch_start_date, c.course_id)
      from order_item_courses c where c.order_item_id = i.id)) order by i.position)
  from order_items i where i.order_id = o.id)`;

// Orders that were completed before the server stored receipt details may lack the academy's details. Use the current
// ones.
const details = sql`case when o.receipt_details -> 'academy' = 'null' then o.receipt_details
  || jsonb_build_object('academy', (select body from cms_documents where key = 'receipt')) else o.receipt_details end`;

const payment = (
  column: 'method' | 'reference',
) => sql`(select p.${sql.ref(column)} from provider_payments p join payment_attempts a on a.id = p.attempt_id
  where a.order_id = o.id and p.outcome = 'approved' and p.payment_id = o.receipt_details ->> 'reference')`;

/** The receipt of an order; null if the order has none, or is not of the student `studentId` (null for staff). */
export async function findReceipt(
  db: Kysely<Database>,
  studentId: string | null,
  orderId: string,
): Promise<Receipt | null> {
  const { rows } = await sql<ReceiptRow>`
    select o.id as order_id, o.state, o.receipt_number, o.subtotal_paise, o.discount_paise, o.total_paise,
      to_char(o.completed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as issued_on,
      ${details} as details, ${payment('method')} as method, ${payment('reference')} as office_reference,
      coalesce(o.receipt_details -> 'lines', ${receiptLinesSql}) as lines
    from orders o where o.id = ${orderId} and o.student_id = coalesce(${studentId}::uuid, o.student_id) and o.receipt_number is not null
      and o.state = any(${[...receiptStates]}::text[])`.execute(db);
  const [row] = rows;
  return row ? toReceipt(row) : null;
}

/** Turns a provider's payment method (`upi`, `net_banking`) into a label (`UPI`, `Net banking`). */
export function nameMethod(method: string | null): string | null {
  if (method === null || method === 'upi') return method && 'UPI';
  const words = method.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toReceipt({
  details,
  method,
  office_reference,
  lines,
  subtotal_paise,
  discount_paise,
  total_paise,
  ...row
}: ReceiptRow): Receipt {
  const { reference, ...parties } = receiptDetailsSchema.parse(details);
  return {
    ...row,
    ...parties,
    lines: lines.map(({ price_paise, ...line }) => ({ ...line, price: toRupees(price_paise) })),
    subtotal: toRupees(subtotal_paise),
    discount: toRupees(discount_paise),
    total: toRupees(total_paise),
    total_in_words: amountInWords(total_paise),
    payment: reference === null ? null : { method: nameMethod(method), reference: office_reference ?? reference },
  };
}

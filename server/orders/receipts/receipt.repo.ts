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
  /**
   * Only in the receipt of an amount due (the price difference of a transferred booking): the number of the receipt
   * that was issued when the order was completed.
   */
  adds_to?: string;
};

/** SQL for the receipt lines of order `o`, with the courses and dates that are booked now. */
export const receiptLinesSql = sql`(
  select jsonb_agg(jsonb_build_object('type', i.type, 'name', i.name, 'price_paise', i.price_paise,
    'courses', (select jsonb_agg(jsonb_build_object('name', c.course_name, 'batch_start_date', c.batch_start_date,
        'batch_end_date', c.batch_end_date) order by c.batch_start_date, c.course_id)
      from order_item_courses c where c.order_item_id = i.id)) order by i.position)
  from order_items i where i.order_id = o.id)`;

// Earlier releases stored no details of the academy in receipts. Add the current details to receipts without them.
const detailsSql = (column: 'o.receipt_details' | 'd.details') => {
  const stored = sql.ref(column);
  return sql`case when ${stored} -> 'academy' = 'null' then ${stored}
    || jsonb_build_object('academy', (select body from cms_documents where key = 'receipt')) else ${stored} end`;
};
const daySql = (column: 'o.completed_at' | 'd.issued_at') =>
  sql`to_char(${sql.ref(column)} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;
/**
 * SQL: whether order `o` has receipts and belongs to this student. If the student id is null, for staff, the order may
 * belong to any student.
 */
const isVisible = (studentId: string | null) =>
  sql`o.student_id = coalesce(${studentId}::uuid, o.student_id) and o.receipt_number is not null
    and o.state = any(${[...receiptStates]}::text[])`;

const payment = (
  column: 'method' | 'reference',
) => sql`(select p.${sql.ref(column)} from provider_payments p join payment_attempts a on a.id = p.attempt_id
  where a.order_id = o.id and p.outcome = 'approved' and p.payment_id = o.receipt_details ->> 'reference')`;

const ownReceiptSql = (orderId: string, studentId: string | null) => sql<ReceiptRow>`
  select o.id as order_id, o.state, o.receipt_number, o.subtotal_paise, o.discount_paise, o.total_paise,
    ${daySql('o.completed_at')} as issued_on, ${detailsSql('o.receipt_details')} as details,
    ${payment('method')} as method, ${payment('reference')} as office_reference,
    coalesce(o.receipt_details -> 'lines', ${receiptLinesSql}) as lines
  from orders o where o.id = ${orderId} and ${isVisible(studentId)}`;

/**
 * SQL for the receipt of an amount due, the price difference of a transferred booking. Its only line is the booking as
 * it is after the transfer. The price of this line is the amount due.
 */
const dueReceiptSql = (orderId: string, studentId: string | null, number: string) => sql<ReceiptRow>`
  select o.id as order_id, o.state, d.receipt_number, o.receipt_number as adds_to, a.amount_paise as subtotal_paise,
    0 as discount_paise, a.amount_paise as total_paise, ${daySql('d.issued_at')} as issued_on,
    ${detailsSql('d.details')} as details, p.method, p.reference as office_reference,
    jsonb_build_array(jsonb_build_object('type', i.type, 'name', c.after -> 'name', 'price_paise', a.amount_paise,
      'courses', (select jsonb_agg(jsonb_build_object('name', booked -> 'course_name',
          'batch_start_date', booked -> 'start_date', 'batch_end_date', booked -> 'end_date'))
        from jsonb_array_elements(c.after -> 'courses') booked))) as lines
  from due_receipts d join payment_attempts a on a.id = d.attempt_id join orders o on o.id = a.order_id
    join booking_changes c on c.id = a.change_id join order_items i on i.id = c.order_item_id
    join provider_payments p on p.attempt_id = a.id and p.outcome = 'approved'
  where d.receipt_number = ${number} and o.id = ${orderId} and ${isVisible(studentId)}`;

/**
 * Reads the receipt that was issued when an order was completed. With `dueNumber`, reads the receipt with this number
 * for an amount due (the price difference of a transferred booking). Returns null if there is no such receipt, or if
 * the order does not belong to `studentId` (null for staff, who may read all).
 */
export async function findReceipt(
  db: Kysely<Database>,
  studentId: string | null,
  orderId: string,
  dueNumber?: string,
): Promise<Receipt | null> {
  const query =
    dueNumber === undefined ? ownReceiptSql(orderId, studentId) : dueReceiptSql(orderId, studentId, dueNumber);
  const [row] = (await query.execute(db)).rows;
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

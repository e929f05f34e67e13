import type { Kysely } from 'kysely';
import { csvLine } from '../../../contract/csv-line.ts';
import type { Database } from '../../db/schema.ts';
import { streamRows } from '../../db/stream-rows.ts';
import { type ExportedOrder, type ExportFilter, exportOrdersSql } from '../../orders/staff/order-export.repo.ts';
import type { Print } from '../output/print.ts';
import { rupeesOf } from '../output/rupees.ts';

const columns: ReadonlyArray<readonly [title: string, of: (order: ExportedOrder) => string | null]> = [
  ['order_id', (order) => order.order_id],
  ['ordered_at', (order) => order.ordered_at],
  ['state', (order) => order.state],
  ['receipt_number', (order) => order.receipt_number],
  ['completed_at', (order) => order.completed_at],
  ['student_id', (order) => order.student_id],
  ['first_name', (order) => order.first_name],
  ['last_name', (order) => order.last_name],
  ['email', (order) => order.email],
  ['mobile', (order) => order.mobile],
  ['indos_number', (order) => order.indos_number],
  ['items', (order) => order.items],
  ['courses', (order) => order.courses],
  ['subtotal', (order) => rupeesOf(order.subtotal_paise)],
  ['discount', (order) => rupeesOf(order.discount_paise)],
  ['total', (order) => rupeesOf(order.total_paise)],
  ['paid', (order) => rupeesOf(order.paid_paise)],
  ['to_refund', (order) => rupeesOf(order.refund_paise)],
  ['method', (order) => order.method],
  ['payment_ids', (order) => order.payment_ids],
  ['terms_version', (order) => order.terms_version],
];

/** Writes the orders that match the filter as CSV, page by page. Returns how many orders there were. */
export async function writeOrders(db: Kysely<Database>, filter: ExportFilter, write: Print): Promise<number> {
  await write(csvLine(columns.map(([title]) => title)));
  let count = 0;
  for await (const page of streamRows(db, exportOrdersSql(filter))) {
    await write(page.map((order) => csvLine(columns.map(([, of]) => of(order)))).join(''));
    count += page.length;
  }
  return count;
}

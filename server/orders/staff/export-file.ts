import { type Kysely, type RawBuilder, sql } from 'kysely';
import { csvLine } from '../../../contract/csv-line.ts';
import type { ExportKind } from '../../../contract/staff/order-money.ts';
import type { Database } from '../../db/schema.ts';
import { streamRows } from '../../db/stream-rows.ts';

type Row = Record<string, string | null>;
type Days = { from: string; to: string };

const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;
const rupees = (paise: RawBuilder<unknown>) => sql`to_char(${paise} / 100.0, 'FM999999999990.00')`;
/** SQL: whether a time is within a range of days in the academy's time zone. Both days are included. */
const isBetween = (column: string, { from, to }: Days) => sql`
  ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
const name = sql`concat_ws(' ', s.first_name, s.last_name)`;

/** SQL for the rows of each export. */
const queries: Record<ExportKind, (days: Days) => RawBuilder<Row>> = {
  orders: (days) => sql<Row>`
    select o.id as order_id, ${time('o.created_at')} as ordered_at, o.state, o.receipt_number,
      ${time('o.completed_at')} as completed_at, ${name} as student, s.email, s.mobile, s.indos_number,
      (select string_agg(i.name || case when i.cancelled_at is null then '' else ' (cancelled)' end, '; ' order by i.position)
        from order_items i where i.order_id = o.id) as items,
      ${rupees(sql`o.subtotal_paise`)} as subtotal, ${rupees(sql`o.discount_paise`)} as discount,
      ${rupees(sql`o.total_paise`)} as total
    from orders o join students s on s.id = o.student_id where ${isBetween('o.created_at', days)}
    order by o.created_at, o.id`,
  payments: (days) => sql<Row>`
    select ${time('p.seen_at')} as received_at, a.order_id, p.payment_id, p.provider, p.outcome, p.method, p.reference,
      ${rupees(sql`p.amount_paise`)} as amount, ${name} as student,
      coalesce(d.receipt_number, case when p.outcome = 'approved' and p.payment_id = o.receipt_details ->> 'reference'
        then o.receipt_number end) as receipt_number
    from provider_payments p join payment_attempts a on a.id = p.attempt_id join orders o on o.id = a.order_id
    join students s on s.id = o.student_id left join due_receipts d on d.attempt_id = a.id where ${isBetween('p.seen_at', days)} order by p.seen_at, p.payment_id`,
  refunds: (days) => sql<Row>`
    select r.id as refund_id, ${time('r.created_at')} as due_since, r.order_id, r.payment_id, r.provider, r.state,
      ${rupees(sql`r.amount_paise`)} as amount, r.reason, r.provider_ref as reference, ${name} as student
    from refunds r join orders o on o.id = r.order_id join students s on s.id = o.student_id
    where ${isBetween('r.created_at', days)} order by r.created_at, r.id`,
  ledger: (days) => sql<Row>`
    select ${time('l.at')} as posted_at, l.order_id, l.source, l.account, ${rupees(sql`l.amount_paise`)} as amount
    from ledger_entries l where ${isBetween('l.at', days)} order by l.id`,
};

const amount = /^-?\d+\.\d\d$/;
/**
 * Writes amounts as numbers. A text that begins with a minus sign would be escaped, because a spreadsheet could take it
 * for a formula.
 */
const toCell = (text: string | null) => (text !== null && amount.test(text) ? Number(text) : text);

/**
 * The names of a query's columns, for a query that returns no rows: the left join still returns one row, in which all
 * columns of the query are null.
 */
async function readColumns(db: Kysely<Database>, query: RawBuilder<Row>): Promise<string[]> {
  const { rows } = await sql<Row>`select q.* from (values (1)) one left join (${query}) q on true limit 1`.execute(db);
  return rows.flatMap((row) => Object.keys(row));
}

/** Writes an export as CSV with a header line. Returns the file and its number of rows. */
export async function writeExport(db: Kysely<Database>, kind: ExportKind, days: Days) {
  const query = queries[kind](days);
  const lines: string[] = [];
  let rows = 0;
  for await (const page of streamRows(db, query)) {
    const [first] = page;
    if (first && rows === 0) lines.push(csvLine(Object.keys(first)));
    for (const row of page) lines.push(csvLine(Object.values(row).map(toCell)));
    rows += page.length;
  }
  if (rows === 0) lines.push(csvLine(await readColumns(db, query)));
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return { rows, file: new File(['\ufeff', ...lines], `${kind}-${days.from}-to-${days.to}.csv`, { type: 'text/csv' }) };
}

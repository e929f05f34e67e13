import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Report } from '../../contract/staff/reports.ts';
import type { Database } from '../db/schema.ts';
import { type Column, isWithin, monthOf, monthsOf, type Period, type Row, toReport } from './report.ts';

const at = sql`l.at`;
const money = (key: string, label: string, isPlotted = false): Column => ({ key, label, unit: 'rupees', isPlotted });
const paise = (amount: RawBuilder<unknown>) => sql`coalesce(${amount}, 0)::bigint`;
const monthColumn: Column = { key: 'month', label: 'Month', unit: 'month' };
const moneyColumns = [money('received', 'Received'), money('refunded', 'Refunded'), money('revenue', 'Revenue', true)];

/**
 * SQL for the entries of the ledger account `revenue` in the period. Earnings are positive and refunds are negative.
 */
const earnedSql = (period: Period) => sql`
  select l.order_id, l.source, -l.amount_paise as paise, ${monthOf(at)} as month
  from ledger_entries l where l.account = 'revenue' and ${isWithin(at, period)}`;

/** SQL columns: the sum of the earnings, the sum of the refunds, and the difference of the two. */
const sumsSql = sql`
  ${paise(sql`sum(paise) filter (where paise > 0)`)} as received,
  ${paise(sql`-sum(paise) filter (where paise < 0)`)} as refunded, ${paise(sql`sum(paise)`)} as revenue`;

/**
 * `byPaymentSql`: SQL for what each payment earned. `refundedPaymentSql`: SQL for the refunds of cancelled or
 * transferred bookings, each with the provider and the method of the payment that was refunded.
 */
const byPaymentSql = sql`
  select e.order_id, e.month, e.paise, p.provider, p.method, a.change_id
  from earned e join payment_attempts a on a.order_id = e.order_id
  join provider_payments p on p.attempt_id = a.id and p.outcome = 'approved' and e.source = 'payment:' || p.payment_id
  where e.source like 'payment:%'`;

const refundedPaymentSql = sql`
  select p.provider, p.method, -r.amount_paise as paise
  from earned e join refunds r on r.order_id = e.order_id and r.cause = e.source
  join provider_payments p on p.provider = r.provider and p.payment_id = r.payment_id and p.outcome = 'approved'
  where e.source like 'change:%'`;

/**
 * SQL for the revenue of each order line. Each line of a paid order earns its own price. A payment for the transfer of
 * a booking counts for the line that was transferred. A refund counts for the line that was cancelled or transferred.
 */
const byLineSql = sql`
  select p.month, i.price_paise as paise, i.id as item_id from paid p join order_items i on i.order_id = p.order_id
  where p.change_id is null
  union all
  select p.month, p.paise, c.order_item_id from paid p join booking_changes c on c.id = p.change_id
  union all
  select e.month, e.paise, c.order_item_id from earned e
  join booking_changes c on c.id = substr(e.source, length('change:') + 1)::integer where e.source like 'change:%'`;

async function read(db: Kysely<Database>, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** The number of booked orders, and the revenue, by month. */
export async function reportMonths(db: Kysely<Database>, period: Period): Promise<Report> {
  const completed = sql`o.completed_at`;
  const rows = await read(
    db,
    sql<Row>`
      with earned as (${earnedSql(period)}), sums as (select month, ${sumsSql} from earned group by month),
        booked as (select ${monthOf(completed)} as month, count(*)::integer as orders from orders o
          where ${isWithin(completed, period)} group by 1)
      select month, coalesce(orders, 0) as orders, coalesce(received, 0) as received, coalesce(refunded, 0) as refunded,
        coalesce(revenue, 0) as revenue
      from ${monthsOf(period)} left join sums using (month) left join booked using (month) order by month`,
  );
  return toReport([monthColumn, { key: 'orders', label: 'Orders booked', unit: 'count' }, ...moneyColumns], rows);
}

/** Revenue by course and package, highest first. A transferred booking counts for the course that is booked now. */
export async function reportCourses(db: Kysely<Database>, period: Period): Promise<Report> {
  const rows = await read(
    db,
    sql<Row>`
      with earned as (${earnedSql(period)}), paid as (${byPaymentSql}), lines as (${byLineSql}), sums as (
        select i.type, i.course_id, i.package_id, ${sumsSql} from lines l join order_items i on i.id = l.item_id
        group by i.type, i.course_id, i.package_id)
      select coalesce(k.course_name, 'Package: ' || p.package_name, 'Unknown') as name, received, refunded, revenue
      from sums left join courses k on k.id = sums.course_id left join packages p on p.id = sums.package_id
      order by revenue desc, name`,
  );
  return toReport([{ key: 'name', label: 'Course or package', unit: 'text' }, ...moneyColumns], rows);
}

/**
 * Revenue by payment method. A refund is subtracted from the revenue of the method by which the refunded payment was
 * made.
 */
export async function reportMethods(db: Kysely<Database>, period: Period): Promise<Report> {
  const rows = await read(
    db,
    sql<Row>`
      with earned as (${earnedSql(period)}), paid as (${byPaymentSql}), payments as (
        select provider, method, paise from paid union all ${refundedPaymentSql})
      select case when provider = 'office' then 'Office: ' else 'Online: ' end || coalesce(method, 'not reported') as name,
        ${sumsSql}
      from payments group by 1 order by revenue desc, name`,
  );
  return toReport([{ key: 'name', label: 'Paid by', unit: 'text' }, ...moneyColumns], rows);
}

/**
 * Refunds by month, from the ledger account `refunds_payable`: what was granted, what was paid back, and what was
 * still owed at the end of the month.
 */
export async function reportRefunds(db: Kysely<Database>, period: Period): Promise<Report> {
  const rows = await read(
    db,
    sql<Row>`
      with entries as (
        select ${monthOf(at)} as month, l.source, -l.amount_paise as paise from ledger_entries l
        where l.account = 'refunds_payable' and ${isWithin(at, period)}
      ), sums as (
        select month, count(*) filter (where paise > 0)::integer as refunds, sum(paise) as owed,
          ${paise(sql`sum(paise) filter (where paise > 0 and source like 'change:%')`)} as changed,
          ${paise(sql`sum(paise) filter (where paise > 0 and source not like 'change:%')`)} as unbooked,
          ${paise(sql`-sum(paise) filter (where paise < 0)`)} as repaid
        from entries group by month
      ), before as (
        select -sum(l.amount_paise) as paise from ledger_entries l
        where l.account = 'refunds_payable' and l.at < ${period.from}::date::timestamp at time zone 'Asia/Kolkata')
      select month, coalesce(refunds, 0) as refunds, coalesce(changed, 0) as changed, coalesce(unbooked, 0) as unbooked,
        coalesce(repaid, 0) as repaid, (coalesce((select paise from before), 0)
          + coalesce(sum(owed) over (order by month), 0))::bigint as owed
      from ${monthsOf(period)} left join sums using (month) order by month`,
  );
  const columns: Column[] = [
    monthColumn,
    { key: 'refunds', label: 'Refunds', unit: 'count' },
    money('changed', 'For cancelled and moved bookings', true),
    money('unbooked', 'For payments that booked nothing', true),
    money('repaid', 'Paid back', true),
    { ...money('owed', 'Still owed at the end'), total: 'last' },
  ];
  return toReport(columns, rows);
}

/**
 * SQL for when the course `k` was sold by the line `i` of the order `o`: when the order was placed or, if the booking
 * was transferred from another course, when it was transferred. A transfer to another batch of the same course does not
 * count.
 */
const soldAtSql = sql`coalesce((
  select max(t.at) from booking_changes t where t.order_item_id = i.id and t.kind = 'transfer'
    and not t.before -> 'courses' @> jsonb_build_array(jsonb_build_object('course_id', k.id))), o.created_at)`;

/**
 * SQL for the `course_template` that the course `k` had when it was sold (`soldAtSql`). It decides whether the fee
 * includes GST; a later change must not alter the GST of past months. The template is taken from the first change that
 * was published after the sale: `content_versions.before` stores the course as it was before that change. Without such
 * a change, the current template is still that of the sale.
 */
const soldTemplateSql = sql`coalesce((
  select v.before ->> 'course_template' from content_versions v
  where v.kind = 'courses' and v.document = k.id::text and v.published_at > ${soldAtSql} and v.before is not null
  order by v.published_at, v.id limit 1), k.course_template)`;

/**
 * The GST (a tax) that the revenue of each month includes. Only two kinds of fees include it: those of post-sea and
 * value-added courses, and those of packages that contained only such courses when they were sold. The tax of a month
 * is first rounded to whole paise and then split into two halves, CGST and SGST, so that the halves add up to the tax.
 */
export async function reportGst(db: Kysely<Database>, period: Period): Promise<Report> {
  const shortCourse = sql`${soldTemplateSql} in ('Post-Sea Course', 'Value-added Course')`;
  const rows = await read(
    db,
    sql<{ month: string; revenue: number; inclusive: number }>`
      with earned as (${earnedSql(period)}), paid as (${byPaymentSql}), lines as (${byLineSql}), taxed as (
        select i.id, case when i.type = 'course' then (select ${shortCourse} from courses k where k.id = i.course_id)
          else (select bool_and(${shortCourse}) from order_item_courses c join courses k on k.id = c.course_id
            where c.order_item_id = i.id) end as is_inclusive
        from order_items i join orders o on o.id = i.order_id where i.id in (select item_id from lines)
      ), sums as (
        select month, sum(paise) as revenue, sum(paise) filter (where is_inclusive) as inclusive
        from lines join taxed on taxed.id = lines.item_id group by month)
      select month, ${paise(sql`revenue`)} as revenue, ${paise(sql`inclusive`)} as inclusive
      from ${monthsOf(period)} left join sums using (month) order by month`,
  );
  const { gst_rate: rate } = period;
  const split = rows.map((row) => {
    const [revenue, inclusive] = [Number(row.revenue), Number(row.inclusive)];
    const tax = Math.round((inclusive * rate) / (100 + rate));
    const cgst = Math.floor(tax / 2);
    const amounts = { revenue, inclusive, exempt: revenue - inclusive, taxable: inclusive - tax };
    return { month: String(row.month), ...amounts, cgst, sgst: tax - cgst };
  });
  const columns: Column[] = [
    monthColumn,
    money('revenue', 'Revenue'),
    money('exempt', 'Without GST', true),
    money('inclusive', 'Including GST'),
    money('taxable', 'Taxable value', true),
    money('cgst', 'CGST', true),
    money('sgst', 'SGST', true),
  ];
  return toReport(columns, split);
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { patience, type Today } from '../../contract/staff/today.ts';
import { ordersToSettleSql } from '../db/orders-to-settle.ts';
import type { Database } from '../db/schema.ts';

type Count = (db: Kysely<Database>) => Promise<number>;

const countBy =
  (rows: RawBuilder<unknown>): Count =>
  async (db) => {
    const counted = await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(db);
    return counted.rows[0]?.count ?? 0;
  };

/**
 * Makes the function that counts the refunds that staff must pay by hand. `isByHand`: SQL that is true if refund `r`
 * is one of them.
 */
export const countRefundsByHand = (isByHand: RawBuilder<unknown>): Count => countBy(sql`refunds r where ${isByHand}`);
/**
 * Makes the function that counts the refunds that the payment provider still has to pay. `isByHand`: SQL that is true
 * if staff must pay refund `r` by hand.
 */
export const countRefundsOnTheWay = (isByHand: RawBuilder<unknown>): Count =>
  countBy(sql`refunds r where r.state <> 'settled' and not ${isByHand}`);
export const countOpenEnquiries = countBy(
  sql`submissions where kind = 'contact' and state in ('received', 'in_work', 'forwarded')`,
);
export const countOpenGrievances = countBy(
  sql`submissions where kind = 'grievance' and state in ('received', 'in_work', 'forwarded')`,
);
/**
 * Makes the function that counts the orders whose payment has been pending for too long. `isPending`: SQL that is
 * true if payment attempt `a` of order `o` is pending.
 */
export const countPendingPayments = (isPending: RawBuilder<unknown>): Count =>
  countBy(sql`orders o where o.state in ('awaiting_payment', 'declined', 'expired') and exists (
    select from payment_attempts a where a.order_id = o.id and a.next_check_at is not null
      and a.created_at < now() - make_interval(mins => ${patience.paymentMinutes}) and ${isPending})`);

/**
 * Makes the function that counts the orders for which an amount must still be paid at the office. `ordersWithDue`:
 * SQL that selects each of these orders once.
 */
export const countAmountsDue = (ordersWithDue: RawBuilder<unknown>): Count => countBy(sql`${ordersWithDue} due`);

/** Counts the orders with a booking about which the office must decide, because its batch was moved or cancelled. */
export const countBookingsToSettle: Count = countBy(sql`${ordersToSettleSql} settle`);

/**
 * The number of booked orders and the revenue of each day from `from` to `to`. Days are dates in the academy's time
 * zone.
 */
export async function readDays(db: Kysely<Database>, from: string, to: string): Promise<NonNullable<Today['days']>> {
  const academyDay = (time: string) => sql`(${sql.ref(time)} at time zone 'Asia/Kolkata')::date`;
  const within = (time: string) => sql`${sql.ref(time)} >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
    and ${sql.ref(time)} < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  const { rows } = await sql<{ day: string; orders: number; paise: number }>`
    with booked as (
      select ${academyDay('completed_at')} as day, count(*)::integer as orders from orders
      where ${within('completed_at')} group by 1
    ), earned as (
      select ${academyDay('at')} as day, -sum(amount_paise)::bigint as paise from ledger_entries
      where account = 'revenue' and ${within('at')} group by 1
    )
    select d::date as day, coalesce(booked.orders, 0) as orders, coalesce(earned.paise, 0)::bigint as paise
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
    left join booked on booked.day = d::date left join earned on earned.day = d::date
    order by d`.execute(db);
  return rows.map(({ day, orders, paise }) => ({ day, orders, revenue: paise / 100 }));
}

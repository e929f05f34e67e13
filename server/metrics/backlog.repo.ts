import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** How many orders, refunds, emails, push messages or seat holds are in each state. */
type CountByState = Array<{ state: string; count: number }>;

/** Work that is waiting in the database, and for how many seconds the oldest item has been waiting. */
export type Backlog = {
  orders: CountByState;
  refunds: CountByState;
  mail: CountByState;
  push: CountByState;
  holds: CountByState;
  oldestMailSeconds: number;
  oldestPushSeconds: number;
  paymentChecksDue: number;
  paymentCheckLagSeconds: number;
};

type Totals = Pick<Backlog, 'oldestMailSeconds' | 'oldestPushSeconds' | 'paymentChecksDue' | 'paymentCheckLagSeconds'>;

/** Counts the work that is waiting in the database. It scans all orders and emails, including old ones. */
export async function readBacklog(db: Kysely<Database>): Promise<Backlog> {
  const byState = (table: 'orders' | 'refunds' | 'mail_outbox' | 'push_outbox') =>
    sql<{ state: string; count: number }>`select state, count(*)::int as count from ${sql.table(table)} group by state
      order by state`.execute(db);
  const [orders, refunds, mail, push, holds, totals] = await Promise.all([
    byState('orders'),
    byState('refunds'),
    byState('mail_outbox'),
    byState('push_outbox'),
    sql<{ state: string; count: number }>`
      select s.state, coalesce(sum(seats), 0)::int as count from (values ('live'), ('expired')) s (state)
      left join seat_claims c on c.kind = 'hold' and (c.expires_at > now()) = (s.state = 'live')
      group by s.state order by s.state`.execute(db),
    sql<Totals>`select
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from mail_outbox where state = 'waiting')
        as "oldestMailSeconds",
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from push_outbox where state = 'waiting')
        as "oldestPushSeconds",
      count(*)::int as "paymentChecksDue",
      coalesce(extract(epoch from now() - min(next_check_at)), 0)::float8 as "paymentCheckLagSeconds"
      from payment_attempts where next_check_at <= now()`.execute(db),
  ]);
  const none: Totals = { oldestMailSeconds: 0, oldestPushSeconds: 0, paymentChecksDue: 0, paymentCheckLagSeconds: 0 };
  return {
    orders: orders.rows,
    refunds: refunds.rows,
    mail: mail.rows,
    push: push.rows,
    holds: holds.rows,
    ...(totals.rows[0] ?? none),
  };
}

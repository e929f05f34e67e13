import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** How many orders, refunds, emails, push messages or held seats are in each state. */
type CountByState = Array<{ state: string; count: number }>;

/** How much work is waiting in the database, and for how many seconds the oldest item of each kind has been waiting. */
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

/**
 * The states of unfinished work, by table. Each state has a partial index, so that counting does not read finished
 * work.
 */
const openStates = {
  orders: ['awaiting_payment', 'refund_due'],
  refunds: ['requested', 'sent', 'failed'],
  mail_outbox: ['waiting', 'dead'],
  push_outbox: ['waiting', 'dead'],
} as const;

/**
 * Counts the work that is waiting in the database. Counts payment attempts only if their provider is `paymentProvider`,
 * because no job checks attempts with other providers.
 */
export async function readBacklog(db: Kysely<Database>, paymentProvider: string): Promise<Backlog> {
  const byState = (table: keyof typeof openStates) => {
    // PostgreSQL uses the partial index of a state only if the state is written into the statement, not passed as a
    // parameter.
    const counts = openStates[table].map(
      (state) => sql`select ${sql.lit(state)} as state, count(*)::int as count
        from ${sql.table(table)} where state = ${sql.lit(state)}`,
    );
    return sql<{ state: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  };
  const [orders, refunds, mail, push, holds, totals] = await Promise.all([
    byState('orders'),
    byState('refunds'),
    byState('mail_outbox'),
    byState('push_outbox'),
    sql<{ live: number; expired: number }>`select
      coalesce(sum(seats) filter (where expires_at > now()), 0)::int as live,
      coalesce(sum(seats) filter (where expires_at <= now()), 0)::int as expired
      from seat_claims where kind = 'hold'`.execute(db),
    sql<Totals>`select
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from mail_outbox where state = 'waiting')
        as "oldestMailSeconds",
      (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from push_outbox where state = 'waiting')
        as "oldestPushSeconds",
      count(*)::int as "paymentChecksDue",
      coalesce(extract(epoch from now() - min(next_check_at)), 0)::float8 as "paymentCheckLagSeconds"
      from payment_attempts where provider = ${paymentProvider} and next_check_at <= now()`.execute(db),
  ]);
  const none: Totals = { oldestMailSeconds: 0, oldestPushSeconds: 0, paymentChecksDue: 0, paymentCheckLagSeconds: 0 };
  return {
    orders: orders.rows,
    refunds: refunds.rows,
    mail: mail.rows,
    push: push.rows,
    holds: Object.entries(holds.rows[0] ?? {}).map(([state, count]) => ({ state, count })),
    ...(totals.rows[0] ?? none),
  };
}

/** Whether the database responds to a trivial query. */
export async function isDatabaseUp(db: Kysely<Database>): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, RefundState, Tx } from '../../db/schema.ts';

/** A refund in the staff's list. `created_at` is in the academy's time zone. */
export type ListedRefund = {
  id: string;
  order_id: string;
  state: RefundState;
  amount_paise: number;
  reason: string;
  provider: string;
  payment_id: string;
  reference: string | null;
  created_at: string;
  first_name: string;
  last_name: string;
  email: string | null;
  mobile: string | null;
};

/** SQL that selects refunds, oldest first: those in `state`, or all that are not settled. */
export function listRefundsSql(state: RefundState | undefined): RawBuilder<ListedRefund> {
  const wanted = state ? sql`r.state = ${state}` : sql`r.state <> 'settled'`;
  return sql<ListedRefund>`
    select r.id, r.order_id, r.state, r.amount_paise, r.reason, r.provider, r.payment_id, r.provider_ref as reference,
      to_char(r.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as created_at,
      s.first_name, s.last_name, s.email, s.mobile
    from refunds r join orders o on o.id = r.order_id join students s on s.id = o.student_id
    where ${wanted} order by r.created_at, r.id`;
}

export type OrderRefund = { id: string; state: RefundState; amount_paise: number; provider_ref: string | null };

/** Locks an order and returns its state and refunds; undefined if there is no such order. */
export async function lockOrderRefunds(
  tx: Tx,
  orderId: string,
): Promise<{ state: string; refunds: OrderRefund[] } | undefined> {
  const { rows } = await sql<{ state: string }>`select state from orders where id = ${orderId} for update`.execute(tx);
  const [order] = rows;
  return order && { state: order.state, refunds: await readRefunds(tx, orderId) };
}

export async function readRefunds(db: Kysely<Database>, orderId: string): Promise<OrderRefund[]> {
  return db
    .selectFrom('refunds')
    .select(['id', 'state', 'amount_paise', 'provider_ref'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function readOrderState(db: Kysely<Database>, orderId: string): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst();
  return order?.state;
}

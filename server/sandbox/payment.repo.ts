import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A payment session of the sandbox. `isOpen`: the result of the payment can still be chosen on the payment page. */
export type SandboxSession = {
  sessionId: string;
  orderId: string;
  amountPaise: number;
  returnUrl: string;
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  isOpen: boolean;
};

/** SQL for the payee on the sandbox payment page: the academy's name, or 'the academy' while no content is loaded. */
const payeeSql = sql<string>`coalesce((select body ->> 'name' from cms_documents where key = 'brand'), 'the academy')`;

export async function readPayee(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ payee: string }>`select ${payeeSql} as payee`.execute(db);
  return rows[0]?.payee ?? '';
}

export async function findSession(db: Kysely<Database>, sessionId: string): Promise<SandboxSession | null> {
  const row = await db
    .selectFrom('sandbox_payments')
    .select(['session_id as sessionId', 'provider_order_id as orderId', 'amount_paise as amountPaise'])
    .select(['return_url as returnUrl', 'state'])
    .select(sql<boolean>`state in ('active', 'pending') and expires_at > now()`.as('isOpen'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * What is needed after a button of the sandbox payment page was pressed: the URL to which the browser returns, and the
 * payee's name for the page after 'Pay without returning'.
 */
type AfterChoice = { returnUrl: string; payee: string };

/**
 * Stores the result that was chosen on the sandbox payment page. Changes nothing and returns null if the session is
 * unknown or has expired, or if the payment was already made or declined.
 */
export async function decide(
  db: Kysely<Database>,
  sessionId: string,
  state: 'paid' | 'declined' | 'pending',
): Promise<AfterChoice | null> {
  const payment_id = sql<string>`coalesce(payment_id, ${`sbx_${randomBytes(9).toString('base64url')}`})`;
  const row = await db
    .updateTable('sandbox_payments')
    .set({ state, payment_id })
    .where('session_id', '=', sessionId)
    .where('state', 'in', ['active', 'pending'])
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['return_url as returnUrl', payeeSql.as('payee')])
    .executeTakeFirst();
  return row ?? null;
}

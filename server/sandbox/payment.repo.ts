import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A session of the sandbox payment page. `isOpen`: the visitor can still choose the result of the payment. */
export type SandboxSession = {
  sessionId: string;
  orderId: string;
  amountPaise: number;
  returnUrl: string;
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  isOpen: boolean;
};

/** The payee on the sandbox payment page: the academy's name, or the product's name while no content is loaded. */
export async function readPayee(db: Kysely<Database>): Promise<string> {
  const brand = await db
    .selectFrom('cms_documents')
    .select(sql<string | null>`body ->> 'name'`.as('name'))
    .where('key', '=', 'brand')
    .executeTakeFirst();
  return brand?.name ?? 'Landfall';
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
 * Stores the result that was chosen on the sandbox payment page. Changes nothing if the session is over or already paid
 * or declined.
 */
export async function decide(
  db: Kysely<Database>,
  sessionId: string,
  state: 'paid' | 'declined' | 'pending',
): Promise<void> {
  const payment_id = sql<string>`coalesce(payment_id, ${`sbx_${randomBytes(9).toString('base64url')}`})`;
  await db
    .updateTable('sandbox_payments')
    .set({ state, payment_id })
    .where('session_id', '=', sessionId)
    .where('state', 'in', ['active', 'pending'])
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

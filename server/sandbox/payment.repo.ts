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
export type AfterChoice = { returnUrl: string; payee: string };

/** The result of a payment session that was chosen on the sandbox payment page. */
export type PaymentChoice = { sessionId: string; state: 'paid' | 'declined' | 'pending' };

/**
 * Stores the results that were chosen on the sandbox payment page, at most one for each session. For a session that is
 * unknown or has expired, or whose payment was already made or declined, changes nothing and returns null.
 */
export async function decide(
  db: Kysely<Database>,
  choices: readonly PaymentChoice[],
): Promise<Array<AfterChoice | null>> {
  const list = (of: (choice: PaymentChoice) => string) => sql`${choices.map(of)}::text[]`;
  const { rows } = await sql<AfterChoice & { sessionId: string }>`
    update sandbox_payments p set state = chosen.state, payment_id = coalesce(p.payment_id, chosen.payment_id)
    from unnest(${list(({ sessionId }) => sessionId)}, ${list(({ state }) => state)},
      ${list(() => `sbx_${randomBytes(9).toString('base64url')}`)}) as chosen (session_id, state, payment_id)
    where p.session_id = chosen.session_id and p.state in ('active', 'pending') and p.expires_at > now()
    returning p.session_id as "sessionId", p.return_url as "returnUrl", ${payeeSql} as payee`.execute(db);
  const decided = new Map(rows.map(({ sessionId, ...after }) => [sessionId, after]));
  return choices.map(({ sessionId }) => decided.get(sessionId) ?? null);
}

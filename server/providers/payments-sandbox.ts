import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Payments, ProviderOrder } from './payments.ts';

type StoredPayment = {
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  amount_paise: number;
  payment_id: string | null;
  is_over: boolean;
};

/** A pending payment whose session is over is dropped, as the real provider does with an abandoned one. */
export function toProviderOrder({ state, amount_paise, payment_id, is_over }: StoredPayment): ProviderOrder {
  const isOver = is_over || state === 'expired';
  const payment = (status: 'approved' | 'declined' | 'pending') => [
    { id: payment_id ?? 'none', status, amountPaise: amount_paise, method: 'sandbox' },
  ];
  if (state === 'paid') return { status: 'paid', payments: payment('approved') };
  const status = isOver ? 'expired' : 'active';
  if (state === 'declined') return { status, payments: payment('declined') };
  if (state === 'pending') return { status, payments: payment(isOver ? 'declined' : 'pending') };
  return { status, payments: [] };
}

/** Hosted payments over our own table; the page behind `checkoutUrl` is `server/sandbox/payment.routes.ts`. */
export function sandboxPayments({ db }: { db: Kysely<Database> }): Payments {
  return {
    name: 'sandbox',
    async createOrder({ orderId, amountPaise, returnUrl, expiresAt }) {
      await db
        .insertInto('sandbox_payments')
        .values({
          session_id: randomBytes(24).toString('base64url'),
          provider_order_id: orderId,
          amount_paise: amountPaise,
          return_url: returnUrl,
          state: 'active',
          expires_at: expiresAt,
        })
        .onConflict((conflict) => conflict.column('provider_order_id').doNothing())
        .execute();
      const { session_id, return_url } = await db
        .selectFrom('sandbox_payments')
        .select(['session_id', 'return_url'])
        .where('provider_order_id', '=', orderId)
        .executeTakeFirstOrThrow();
      return { sessionId: session_id, checkoutUrl: new URL(`/sandbox/pay/${session_id}`, return_url).href };
    },

    async fetchOrder(orderId) {
      const row = await db
        .selectFrom('sandbox_payments')
        .select(['state', 'amount_paise', 'payment_id', sql<boolean>`expires_at <= now()`.as('is_over')])
        .where('provider_order_id', '=', orderId)
        .executeTakeFirst();
      return row ? toProviderOrder(row) : null;
    },
  };
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from './clock.ts';
import { PaymentRefused, type Payments, type ProviderOrder } from './payments.ts';
import { joinSandboxSessions, openingSessions } from './payments-sandbox-sessions.ts';
import { readSignedWebhook } from './payments-webhook.ts';

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

/** Refunds are taken at once and settled when they are asked about. */
function sandboxRefunds(db: Kysely<Database>): Pick<Payments, 'refund' | 'fetchRefund'> {
  const reference = (refundId: string) => `sbx_${refundId}`;
  return {
    async refund({ refundId, orderId, amountPaise }) {
      await db
        .insertInto('sandbox_refunds')
        .values({ refund_id: refundId, provider_order_id: orderId, amount_paise: amountPaise })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { reference: reference(refundId), status: 'pending' };
    },

    async fetchRefund(_orderId, refundId) {
      const known = await db
        .selectFrom('sandbox_refunds')
        .select('refund_id')
        .where('refund_id', '=', refundId)
        .executeTakeFirst();
      return known ? { reference: reference(refundId), status: 'settled' } : null;
    },
  };
}

const toSession = ({ sessionId, returnUrl }: { sessionId: string; returnUrl: string }) => ({
  sessionId,
  checkoutUrl: new URL(`/sandbox/pay/${sessionId}`, returnUrl).href,
});

/** `secret` signs webhooks, which the sandbox takes in Cashfree's shape and never sends by itself. */
export type SandboxPaymentParts = { db: Kysely<Database>; clock: Clock; secret: string };

/** Hosted payments over our own table; the page behind `checkoutUrl` is `server/sandbox/payment.routes.ts`. */
export function sandboxPayments({ db, clock, secret }: SandboxPaymentParts): Payments {
  const sessions = joinSandboxSessions(db);
  return {
    ...sandboxRefunds(db),
    readWebhook: (delivery) => readSignedWebhook(secret, clock, delivery),
    name: 'sandbox',
    async createOrder(request) {
      return toSession(await sessions.ask(request));
    },

    openOwn(requests) {
      const { opened, statement } = openingSessions(requests);
      return { sessions: opened.map(toSession), statement };
    },

    async fetchOrder(orderId) {
      const row = await db
        .selectFrom('sandbox_payments')
        .select(['state', 'amount_paise', 'payment_id', sql<boolean>`expires_at <= now()`.as('is_over')])
        .where('provider_order_id', '=', orderId)
        .executeTakeFirst();
      return row ? toProviderOrder(row) : null;
    },

    async endOrder(orderId) {
      const ended = await db
        .updateTable('sandbox_payments')
        .set({ expires_at: sql<Date>`least(expires_at, now())` })
        .where('provider_order_id', '=', orderId)
        .where('state', 'in', ['active', 'declined', 'expired'])
        .returning('session_id')
        .execute();
      if (ended.length === 0) throw new PaymentRefused(`${orderId} is paid, or being paid, or unknown`);
    },
  };
}

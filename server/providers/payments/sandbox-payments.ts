import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { shareReads } from '../../db/transactions/batch-queue.ts';
import type { Clock } from '../../http/clock.ts';
import { readSignedWebhook } from './cashfree-webhook.ts';
import { PaymentRefused, type Payments, type ProviderOrder } from './payments.ts';
import { createSessionQueue, prepareSessions } from './sandbox-sessions.ts';

type StoredPayment = {
  provider_order_id: string;
  state: 'active' | 'paid' | 'declined' | 'pending' | 'expired';
  amount_paise: number;
  payment_id: string | null;
  is_expired: boolean;
};

/**
 * The state of an order in the sandbox. If its payment session expires while a payment is pending, the payment becomes
 * declined, as at the real provider.
 */
function toProviderOrder({ state, amount_paise, payment_id, is_expired }: StoredPayment): ProviderOrder {
  const isExpired = is_expired || state === 'expired';
  const payment = (status: 'approved' | 'declined' | 'pending') => [
    { id: payment_id ?? 'none', status, amountPaise: amount_paise, method: 'sandbox' },
  ];
  if (state === 'paid') return { status: 'paid', payments: payment('approved') };
  const status = isExpired ? 'expired' : 'active';
  if (state === 'declined') return { status, payments: payment('declined') };
  if (state === 'pending') return { status, payments: payment(isExpired ? 'declined' : 'pending') };
  return { status, payments: [] };
}

/** Reads orders of the sandbox, in the order of their ids; null for an unknown order. */
async function readOrders(db: Kysely<Database>, orderIds: readonly string[]): Promise<Array<ProviderOrder | null>> {
  const { rows } = await sql<StoredPayment>`
    select provider_order_id, state, amount_paise, payment_id, expires_at <= now() as is_expired
    from sandbox_payments where provider_order_id = any(${orderIds}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.provider_order_id, toProviderOrder(row)]));
  return orderIds.map((id) => found.get(id) ?? null);
}

/** Refunds in the sandbox, which accepts each refund at once and reports it as settled when its state is fetched. */
function sandboxRefunds(db: Kysely<Database>): Pick<Payments, 'refund' | 'fetchRefund'> {
  const reference = (refundId: string) => `sbx_${refundId}`;
  return {
    async refund({ refundId, orderId, amountPaise }) {
      const known = await db
        .insertInto('sandbox_refunds')
        .values({ refund_id: refundId, provider_order_id: orderId, amount_paise: amountPaise })
        .onConflict((conflict) => conflict.column('refund_id').doUpdateSet({ refund_id: refundId }))
        .returning('amount_paise')
        .executeTakeFirstOrThrow();
      return { reference: reference(refundId), status: 'pending', amountPaise: known.amount_paise };
    },

    async fetchRefund(_orderId, refundId) {
      const known = await db
        .selectFrom('sandbox_refunds')
        .select('amount_paise')
        .where('refund_id', '=', refundId)
        .executeTakeFirst();
      return known ? { reference: reference(refundId), status: 'settled', amountPaise: known.amount_paise } : null;
    },
  };
}

const toSession = ({ sessionId, returnUrl }: { sessionId: string; returnUrl: string }) => ({
  sessionId,
  checkoutUrl: new URL(`/sandbox/pay/${sessionId}`, returnUrl).href,
});

/**
 * What payments in the sandbox need. `secret` verifies webhooks, which the sandbox accepts in Cashfree's format. The
 * sandbox itself sends no webhooks.
 */
type SandboxPaymentDeps = { db: Kysely<Database>; clock: Clock; secret: string };

/**
 * A payment provider for the demo and for tests, which stores its orders in our own database.
 * `server/sandbox/payment.routes.ts` serves the page at `checkoutUrl`.
 */
export function sandboxPayments({ db, clock, secret }: SandboxPaymentDeps): Payments {
  const sessions = createSessionQueue(db);
  return {
    ...sandboxRefunds(db),
    readWebhook: (delivery) => readSignedWebhook(secret, clock, delivery),
    name: 'sandbox',
    async createOrder(request) {
      return toSession(await sessions.add(request));
    },

    openOwn(requests) {
      const { opened, statement } = prepareSessions(requests);
      return { sessions: opened.map(toSession), statement };
    },

    fetchOrder: shareReads((orderIds) => readOrders(db, orderIds)),

    async endOrder(orderId) {
      const ended = await db
        .updateTable('sandbox_payments')
        .set({ expires_at: sql<Date>`least(expires_at, now())` })
        .where('provider_order_id', '=', orderId)
        .where('state', 'in', ['active', 'declined', 'expired'])
        .returning('session_id')
        .execute();
      if (ended.length === 0) throw new PaymentRefused(`${orderId} is paid, being paid or unknown`);
    },
  };
}

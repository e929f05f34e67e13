import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { PaymentNews, ProviderPayment } from '../providers/payments.ts';
import { applyNews } from './apply-news.ts';
import type { CreationParts } from './create-order.ts';
import type { OrderParts } from './order-parts.ts';
import { hastenRefund } from './refund.repo.ts';

type OrderNews = Extract<PaymentNews, { kind: 'order' }>;
type KnownAttempt = { id: string; amount_paise: number };

/** How long the provider waits for us to apply its news, in milliseconds. */
const patience = 2000;

/**
 * Keeps that a delivery came and makes its attempt due for the poller, in one statement: from here on nothing is lost.
 * Undefined where the delivery came before, or tells of no attempt of ours.
 */
async function keepNews(parts: OrderParts, orderId: string, digest: Buffer): Promise<KnownAttempt | undefined> {
  const { name } = parts.payments;
  const { rows } = await sql<KnownAttempt>`
    with known as (
      select id, amount_paise from payment_attempts where provider = ${name} and provider_order_id = ${orderId}
    ), kept as (
      insert into webhook_deliveries (provider, digest) select ${name}, ${digest} from known
      on conflict do nothing returning provider
    )
    update payment_attempts a set next_check_at = now() from known, kept where a.id = known.id
    returning a.id, a.amount_paise`.execute(parts.db);
  return rows[0];
}

/** A signed success over the whole amount is taken at its word; all else only makes us ask (docs/decisions/0007). */
function isProof(news: OrderNews, attempt: KnownAttempt): boolean {
  const paise = attempt.amount_paise;
  return news.orderPaise === paise && news.payment !== null && news.payment.amountPaise >= paise;
}

async function applyProof(parts: OrderParts, attemptId: string, payment: ProviderPayment): Promise<void> {
  const order = { status: 'paid' as const, payments: [payment] };
  await inTransaction(parts.db, (tx) => applyNews(tx, parts, attemptId, { order, by: 'webhook' }), {
    isRepeatable: true,
  });
}

/**
 * Takes news that the provider has signed; `body` as it was signed. Once the news is kept, a failure to apply it only
 * goes to `onFailure`, and a batch that many buy does not keep the provider waiting: the poller is due for the attempt.
 * What goes on after the answer is waited for before the process ends, as calls for orders are.
 */
export async function takeNews(
  parts: CreationParts,
  news: PaymentNews,
  body: Buffer,
  onFailure: (error: unknown) => void,
): Promise<void> {
  if (news.kind === 'refund') await hastenRefund(parts.db, parts.payments.name, news.refundId);
  if (news.kind !== 'order') return;
  const attempt = await keepNews(parts, news.orderId, createHash('sha256').update(body).digest());
  if (!attempt || !news.payment || !isProof(news, attempt)) return;
  const { payment } = news;
  const applied = parts.desk.during(() => applyProof(parts, attempt.id, payment)).catch(onFailure);
  await Promise.race([applied, pause(patience, undefined, { ref: false })]);
}

/** Forgets deliveries whose repeats would be too old to be taken. */
export async function forgetDeliveries({ db }: OrderParts): Promise<void> {
  await sql`delete from webhook_deliveries where received_at < now() - interval '3 days'`.execute(db);
}

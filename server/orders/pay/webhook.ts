import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProviderPayment, WebhookEvent } from '../../providers/payments/payments.ts';
import type { OrderDeps } from '../order-deps.ts';
import { makeRefundDue } from '../refunds/refund.repo.ts';
import type { SettleDeps } from './settle-queue.ts';

/** What the handler of webhooks needs. `queue.track` runs work that the server waits for before it shuts down. */
export type WebhookDeps = SettleDeps & { queue: { track<T>(work: () => Promise<T>): Promise<T> } };

type OrderEvent = Extract<WebhookEvent, { kind: 'order' }>;
/** `is_new`: whether the webhook has arrived for the first time. */
type KnownAttempt = { id: string; amount_paise: number; is_new: boolean };

/** A successful payment, as a signed webhook reports it. `orderId` is the id of the order at the provider. */
type ReportedPayment = { orderId: string; paymentId: string; amountPaise: number };

/**
 * Reports what needs attention. `failed`: an error while a stored webhook was applied. `unknownOrder`: money has
 * arrived for an order that this database does not contain, for example because a restore has lost it.
 */
export type WebhookReport = { failed: (error: unknown) => void; unknownOrder: (payment: ReportedPayment) => void };

/**
 * How many milliseconds the response to the payment provider's webhook waits for the stored event to be applied. The
 * provider gets the response even if the event has not been applied by then.
 */
const responseTimeoutMs = 2000;

/**
 * Stores the digest of a webhook's body, so that a repeat is recognised. If the webhook is new, also schedules a check
 * of its payment attempt by the payment poller (a background job), so that the event cannot be lost. Returns undefined
 * for a webhook that belongs to no attempt of ours.
 */
async function storeDelivery(deps: OrderDeps, orderId: string, digest: Buffer): Promise<KnownAttempt | undefined> {
  const { name } = deps.payments;
  const { rows } = await sql<KnownAttempt>`
    with known as (
      select id, amount_paise from payment_attempts where provider = ${name} and provider_order_id = ${orderId}
    ), stored as (
      insert into webhook_deliveries (provider, digest) select ${name}, ${digest} from known
      on conflict do nothing returning provider
    ), due as (
      update payment_attempts a set next_check_at = now() from known, stored where a.id = known.id returning a.id
    )
    select id, amount_paise, exists (select from due) as is_new from known`.execute(deps.db);
  return rows[0];
}

/**
 * Whether an event reports a payment of at least the full amount. Only then is it applied without querying the provider
 * (decision 7, “Trust signed payment successes and query everything else”).
 */
function isPaidInFull(event: OrderEvent, attempt: KnownAttempt): boolean {
  const paise = attempt.amount_paise;
  return event.orderPaise === paise && event.payment !== null && event.payment.amountPaise >= paise;
}

async function applyPayment({ queue }: WebhookDeps, attemptId: string, payment: ProviderPayment): Promise<void> {
  const order = { status: 'paid' as const, payments: [payment] };
  await queue.settle({ attemptId, update: { order, source: 'webhook' } });
}

/**
 * Processes a verified webhook event. `body`: the signed body. If applying a stored event fails, the error is only
 * reported, because the payment poller (a background job) will check the payment attempt. If applying it takes longer
 * than `responseTimeoutMs`, the function returns, and the work continues in the background.
 */
export async function receiveWebhook(
  deps: WebhookDeps,
  event: WebhookEvent,
  body: Buffer,
  report: WebhookReport,
): Promise<void> {
  if (event.kind === 'refund') await makeRefundDue(deps.db, deps.payments.name, event.refundId);
  if (event.kind !== 'order') return;
  const attempt = await storeDelivery(deps, event.orderId, createHash('sha256').update(body).digest());
  const { orderId, payment } = event;
  if (!payment) return;
  if (!attempt) report.unknownOrder({ orderId, paymentId: payment.id, amountPaise: payment.amountPaise });
  if (!attempt?.is_new || !isPaidInFull(event, attempt)) return;
  const applied = deps.queue.track(() => applyPayment(deps, attempt.id, payment)).catch(report.failed);
  await Promise.race([applied, pause(responseTimeoutMs, undefined, { ref: false })]);
}

/** Deletes the stored digests of webhooks that are so old that a repeat would be rejected for its age. */
export async function deleteOldDeliveries({ db }: OrderDeps): Promise<void> {
  await sql`delete from webhook_deliveries where received_at < now() - interval '3 days'`.execute(db);
}

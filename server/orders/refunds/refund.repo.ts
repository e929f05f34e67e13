import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, RefundState, Tx } from '../../db/schema.ts';
import type { Payments } from '../../providers/payments/payments.ts';
import { officeProvider, postLedgerSql } from '../ledger.ts';
import { queueRefundSentEmail } from '../messages/order-emails.ts';
import { refundSentNotification } from '../messages/order-notifications.ts';
import type { OrderDeps } from '../order-deps.ts';

/**
 * The part of a payment that must be refunded, in paise, and the reason. `cause` is `payment` (the default) if the
 * payment did not lead to a booking or was too high, or `change:` and the id of a changed booking. A payment is
 * refunded only once for each cause.
 */
export type OwedPayment = {
  orderId: string;
  paymentId: string;
  /** The payment's provider. Needed only if another provider may have given a payment the same id. */
  provider?: string;
  paise: number;
  reason: string;
  cause?: string;
};

/**
 * SQL for whether staff must pay refund `r` by hand: the provider has refused it, or it is unpaid and its payment was
 * not made through the configured `provider`.
 */
export const isRefundByHandSql = (provider: string) =>
  sql<boolean>`(r.state = 'failed' or r.state <> 'settled' and r.provider <> ${provider})`;

/** SQL for whether the payment of refund `r` was made by a provider that is no longer configured. */
export const isOfFormerProviderSql = (provider: string) =>
  sql<boolean>`r.provider not in (${provider}, ${officeProvider})`;

/** How many seconds a refund is reserved for the process that sends or checks it. */
const leaseSeconds = 120;

/**
 * SQL that records that a payment must be refunded. The caller must hold the order's row lock and post the ledger entry
 * in the same transaction. It fails if the order has no approved payment with this id, or if the payment's refunds
 * would add up to more than the payment.
 */
export function requestRefundSql({ orderId, paymentId, paise, reason, ...owed }: OwedPayment): RawBuilder<unknown> {
  const { cause = 'payment', provider = null } = owed;
  // The refund's id contains the random end of the provider's order id. If an order number is used again after a
  // restore from a backup, the refunds of the two orders therefore have different ids.
  const suffix = sql`substr(a.provider_order_id, length(a.id) + 1)`;
  const id = sql`replace(a.order_id || ${suffix}, '-', '') || 'R' || (1 + (select count(*) from refunds r where r.order_id = a.order_id))`;
  return sql`
    with requested as (
      insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, cause)
      select ${id}, a.order_id, a.id, p.provider, p.payment_id, ${paise}, ${reason}, ${cause}
      from provider_payments p join payment_attempts a on a.id = p.attempt_id
      where a.order_id = ${orderId} and p.payment_id = ${paymentId} and p.outcome = 'approved'
        and p.provider = coalesce(${provider}::text, p.provider) returning id
    )
    insert into refund_transitions (refund_id, from_state, to_state, reason)
    values ((select id from requested), null, 'requested', ${reason})`;
}

/**
 * A refund that must be sent or checked now. `provider_order_id`: the provider's id of the payment attempt that is
 * refunded.
 */
export type DueRefund = {
  id: string;
  order_id: string;
  state: 'requested' | 'sent';
  amount_paise: number;
  reason: string;
  tries: number;
  round: number;
  provider_order_id: string;
};

/**
 * Reserves one refund of `provider` that must be sent or checked now, for `leaseSeconds`; undefined if there is none.
 * The CTE is materialized because otherwise a nested-loop plan could evaluate it once for each joined row and reserve
 * refunds that it does not return.
 */
export async function claimRefund(db: Kysely<Database>, provider: string): Promise<DueRefund | undefined> {
  const { rows } = await sql<DueRefund>`
    with due as materialized (
      select id from refunds where provider = ${provider} and next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    update refunds r set tries = r.tries + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    from due, payment_attempts a where r.id = due.id and a.id = r.attempt_id
    returning r.id, r.order_id, r.reason, r.tries, r.round, r.state, r.amount_paise, a.provider_order_id`.execute(db);
  return rows[0];
}

/**
 * Schedules the next time that the provider is asked about a refund: after a minute, then twice as long each time, at
 * most six hours.
 */
export async function postponeRefund(db: Kysely<Database>, { id, tries }: DueRefund): Promise<void> {
  const seconds = Math.min(60 * 2 ** Math.min(tries - 1, 20), 6 * 3600);
  await sql`update refunds set next_try_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and state in ('requested', 'sent')`.execute(db);
}

/** Lets a refund be checked at the provider at once. Called when the provider has reported a change of the refund. */
export async function makeRefundDue(db: Kysely<Database>, provider: string, id: string): Promise<void> {
  await sql`update refunds set next_try_at = now()
    where id = split_part(${id}, 'T', 1) and provider = ${provider} and state in ('requested', 'sent')`.execute(db);
}

/**
 * Identifies a reservation of a refund by `claimRefund`: each reservation of a refund has a different pair of `round`
 * and `tries`.
 */
type RefundClaim = Pick<DueRefund, 'id' | 'round' | 'tries'>;

/**
 * A change of a refund's state. `reference` is the provider's number of the refund, or the bank's number if staff paid
 * it; null leaves the stored one unchanged. `claim`: the reservation under which the provider was asked. If the refund
 * has been reserved again since, nothing changes, because the late response may contradict a newer one.
 */
type RefundMove = {
  from: readonly RefundState[];
  to: RefundState;
  reason: string;
  reference?: string | null;
  claim?: RefundClaim;
};

/**
 * Moves a refund to another state and logs the transition. Returns false if the refund is in none of the `from` states,
 * or if the `claim` is no longer its latest.
 */
async function moveRefund(tx: Tx, id: string, move: RefundMove): Promise<boolean> {
  const { from, to, reason, reference = null, claim } = move;
  const isLatest = claim ? sql`round = ${claim.round} and tries = ${claim.tries}` : sql`true`;
  const { rows } = await sql`
    with current as (
      select id, state from refunds where id = ${id} and state = any(${[...from]}::text[])
        and ${isLatest} for update
    ), moved as (
      update refunds r set state = ${to}, provider_ref = coalesce(${reference}::text, r.provider_ref),
        next_try_at = case ${to} when 'sent' then now() + interval '1 minute' when 'requested' then now() end
      from current where r.id = current.id returning r.id
    )
    insert into refund_transitions (refund_id, from_state, to_state, reason)
    select current.id, current.state, ${to}, ${reason} from current join moved on moved.id = current.id returning refund_id`.execute(
    tx,
  );
  return rows.length === 1;
}

export function markSent(tx: Tx, claim: RefundClaim, reference: string | null): Promise<boolean> {
  return moveRefund(tx, claim.id, {
    from: ['requested'],
    to: 'sent',
    reason: 'taken by the provider',
    reference,
    claim,
  });
}

/** Marks a refund as refused by the provider. Staff must then request it again, or pay it by hand and record that. */
export function markFailed(tx: Tx, claim: RefundClaim, reason: string): Promise<boolean> {
  return moveRefund(tx, claim.id, { from: ['requested', 'sent'], to: 'failed', reason: reason.slice(0, 300), claim });
}

/**
 * Requests a failed refund again from `provider`, the configured one, under a new id. Returns false if the refund has
 * not failed, or if its payment was made at the office or by another provider.
 */
export async function requestAgain(tx: Tx, id: string, provider: string): Promise<boolean> {
  const raised = await tx
    .updateTable('refunds')
    .set(({ eb }) => ({ round: eb('round', '+', 1), tries: 0 }))
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('provider', '=', provider)
    .returning('id')
    .execute();
  return (
    raised.length === 1 && moveRefund(tx, id, { from: ['failed'], to: 'requested', reason: 'requested again by staff' })
  );
}

/**
 * The id under which a refund is requested at the provider: the refund's own id and, if staff have requested it again,
 * `T` and the number of the request (2 for the first repetition).
 */
export const providerRefundId = ({ id, round }: Pick<DueRefund, 'id' | 'round'>) =>
  round === 1 ? id : `${id}T${round}`;

type RefundDeps = Pick<OrderDeps, 'mail' | 'notifications'> & { payments: Pick<Payments, 'name'> };

/**
 * Records that a refund was paid, posts it to the ledger, and queues an email and a push message about it. If it was
 * the last unpaid refund of an order in the state `refund_due`, the order becomes `refunded`. Returns false if the
 * state of the refund does not allow it. `isByStaff`: staff paid the refund. They may do so only if the provider has
 * refused it, or if the payment was not made through the configured provider.
 */
export async function settleRefund(
  tx: Tx,
  { mail, notifications, payments }: RefundDeps,
  refund: { id: string; reference: string | null; isByStaff?: boolean },
): Promise<boolean> {
  const { id, reference, isByStaff = false } = refund;
  const found = await tx
    .selectFrom('refunds')
    .select(['order_id', 'amount_paise', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return false;
  // Lock the order first, as payment updates do. Otherwise another payment of the order could be applied at the same
  // time as this refund, which may be the order's last one.
  await sql`select id from orders where id = ${found.order_id} for update`.execute(tx);
  const isByProvider = found.provider === payments.name;
  const move: RefundMove = isByStaff
    ? {
        from: isByProvider ? ['failed'] : ['requested', 'sent', 'failed'],
        to: 'settled',
        reason: 'paid back by staff',
        reference,
      }
    : { from: ['requested', 'sent'], to: 'settled', reason: 'paid back by the provider', reference };
  if (!(await moveRefund(tx, id, move))) return false;
  const lines = [
    { account: 'refunds_payable' as const, paise: found.amount_paise },
    { account: isByStaff ? ('office' as const) : ('gateway' as const), paise: -found.amount_paise },
  ];
  await postLedgerSql([{ orderId: found.order_id, source: `refund:${id}`, lines }]).execute(tx);
  await sql`
    with moved as (
      update orders set state = 'refunded' where id = ${found.order_id} and state = 'refund_due'
        and not exists (select from refunds where order_id = ${found.order_id} and state <> 'settled') returning id
    )
    insert into order_transitions (order_id, from_state, to_state, reason)
    select id, 'refund_due', 'refunded', 'paid back' from moved`.execute(tx);
  await queueRefundSentEmail(tx, mail, { id, orderId: found.order_id, paise: found.amount_paise });
  await notifications.notify(tx, refundSentNotification({ id, orderId: found.order_id }));
  return true;
}

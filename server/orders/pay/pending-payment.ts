import { sql } from 'kysely';

/**
 * SQL: whether attempt `a` (payment_attempts) has a payment whose only reported outcome is pending. False unless the
 * attempt's order `o` (orders) awaits payment.
 */
export const isPaymentPending = sql<boolean>`case when o.state = 'awaiting_payment' then exists (
  select from provider_payments p where p.attempt_id = a.id and p.outcome = 'pending' and not exists (
    select from provider_payments e where e.provider = p.provider and e.payment_id = p.payment_id
      and e.outcome <> 'pending')) else false end`;

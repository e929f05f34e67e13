import { sql } from 'kysely';

/**
 * Whether the provider has a payment of attempt `a` whose end it has not told; needs the tables `a` (payment_attempts) and
 * `o` (orders). Only an order that waits for its payment is looked at.
 */
export const isPaymentPending = sql<boolean>`case when o.state = 'awaiting_payment' then exists (
  select from provider_payments p where p.attempt_id = a.id and p.outcome = 'pending' and not exists (
    select from provider_payments e where e.provider = p.provider and e.payment_id = p.payment_id
      and e.outcome <> 'pending')) else false end`;

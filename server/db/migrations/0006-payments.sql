-- The next check of each payment attempt, the refunds, and the webhooks that were received.

-- `next_check_at` is null if the attempt need not be checked again. A poller claims a due attempt by setting a later
-- time. If the poller dies, another one takes over after that time.
alter table payment_attempts
  add column next_check_at timestamptz default now() + interval '15 seconds',
  add column checks integer not null default 0;
update payment_attempts set next_check_at = null
  where provider = 'none' or state = 'approved'
    or (state in ('declined', 'expired') and expires_at < now() - interval '3 days');
drop index payment_attempts_unsettled;
create index payment_attempts_due on payment_attempts (provider, next_check_at) where next_check_at is not null;

-- Refunds, at most one for each payment. A refund is inserted in the same transaction as its ledger entries.
create table refunds (
  id text primary key,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  provider text not null,
  payment_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  state text not null default 'requested' check (state in ('requested', 'sent', 'settled', 'failed')),
  provider_ref text,
  tries integer not null default 0,
  next_try_at timestamptz default now(),
  created_at timestamptz not null default now(),
  unique (provider, payment_id),
  check ((state in ('settled', 'failed')) = (next_try_at is null))
);
create index refunds_order on refunds (order_id);
create index refunds_due on refunds (provider, next_try_at) where next_try_at is not null;

-- The state changes of each refund. Rows are never changed or deleted.
create table refund_transitions (
  id bigint primary key generated always as identity,
  refund_id text not null references refunds,
  from_state text,
  to_state text not null,
  reason text not null,
  at timestamptz not null default now()
);
create index refund_transitions_refund on refund_transitions (refund_id);

-- Each signed webhook, by the hash of its body, so that it is applied once. Old rows can be deleted, because a webhook
-- that is too old is rejected anyway.
create table webhook_deliveries (
  provider text not null,
  digest bytea not null,
  received_at timestamptz not null default now(),
  primary key (provider, digest)
);
create index webhook_deliveries_age on webhook_deliveries (received_at);

create table sandbox_refunds (
  refund_id text primary key,
  provider_order_id text not null references sandbox_payments (provider_order_id),
  amount_paise bigint not null,
  created_at timestamptz not null default now()
);
